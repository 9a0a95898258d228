// What the text of a variable must look like. A message says what is wanted and never repeats the value.
import { PREFIXES } from "#kernel/ids/index.ts";
import { SECRET_VARIABLES, type VariableName } from "./names.ts";
import { EMBEDDING_MODEL } from "./semantic.ts";

/** Undefined when the text is right. */
type Check = (text: string) => string | undefined;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;
/** Whether a host, as `URL.hostname` gives it, is of the own computer: 127.0.0.0/8, [::1], localhost and the names below it. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname);
const PROJECT = new RegExp(`^${PREFIXES.project}_[0-9a-hjkmnp-tv-z]{26}$`);
const EMAIL = /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/;

export const NOT_AN_ORIGIN = "must be an https origin without path, query or credentials (http only for localhost)";

/** Sessions and the clipboard want https; http only serves the own computer. */
export function isOrigin(text: string, httpOnLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && (url.protocol === "https:" || (httpOnLoopback && url.protocol === "http:" && isLoopbackName(url.hostname)));
}

const must =
  (wanted: string, holds: (text: string) => boolean): Check =>
  (text) =>
    holds(text) ? undefined : `must be ${wanted}`;

const truth = must('"true" or "false"', (text) => text === "true" || text === "false");

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const plain = username === "" && password === "" && search === "" && hash === "";
  return plain && (protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname)));
}

/** Base64 is compared with its own canonical form, so that two spellings of one key do not look like two keys. */
function isKeyOf32Bytes(text: string): boolean {
  try {
    const bytes = atob(text);
    return bytes.length === 32 && btoa(bytes) === text;
  } catch {
    return false;
  }
}

/** A JSON object whose entries all hold. */
function isMap(text: string, holds: (key: string, value: unknown) => boolean): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) && Object.entries(json).every(([key, value]) => holds(key, value));
  } catch {
    return false;
  }
}
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
const isPrice = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value > 0;
const isPriceOrPrices = (value: unknown): boolean =>
  isPrice(value) || (isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isPrice));

const header = must("one line of visible characters without spaces", (text) => /^[\x21-\x7e]+$/.test(text));
const special = new Set<VariableName>(["SVC_SETUP_TOKEN", "EMAIL_FROM", "CODEHOST_TOKENS", "INTEGRATION_ENCRYPTION_KEY"]);

/** Secrets travel in headers unless something else is said of them. */
export const FORMATS: Partial<Record<VariableName, Check>> = {
  ...Object.fromEntries(SECRET_VARIABLES.filter((name) => !special.has(name)).map((name) => [name, header])),
  REGISTRATION_ENABLED: truth,
  ENABLE_SYNTHETIC_EVALUATION: truth,
  SVC_SETUP_OWNER_EMAIL: must("one email address", (text) => EMAIL.test(text)),
  ZENDESK_EMAIL: must("one email address", (text) => EMAIL.test(text)),
  EMAIL_PROVIDER: must('"resend", "cloudflare" or "sendgrid"', (text) => ["resend", "cloudflare", "sendgrid"].includes(text)),
  EMAIL_ACCOUNT_ID: must("32 hexadecimal characters", (text) => /^[0-9a-f]{32}$/i.test(text)),
  EMAIL_FROM: must("one email address, or: Name <address>", (text) => EMAIL.test(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text)),
  CRAWLER_ACTOR_ID: must("an actor's id, or its owner and name as owner~name", (text) => /^[\w.-]{1,64}([~/][\w.-]{1,64})?$/.test(text)),
  VECTOR_STORE_URL: must("an https address without credentials or query", isServiceUrl),
  DNS_RESOLVER_URL: must("an https address without credentials or query", isServiceUrl),
  OPENAI_BASE_URL: must("an https address without credentials or query", isServiceUrl),
  KNOWLEDGE_EMBEDDING_MODEL: must(
    "openai/, google/ or mistral/ and the name of an embedding model, such as openai/text-embedding-3-small",
    (text) => EMBEDDING_MODEL.test(text),
  ),
  CODEHOST_PROJECT_ID: must("a project id", (text) => PROJECT.test(text)),
  CODEHOST_TOKENS: must("a JSON object from project ids to tokens", (text) =>
    isMap(text, (key, value) => PROJECT.test(key) && typeof value === "string" && header(value) === undefined),
  ),
  INTEGRATION_ENCRYPTION_KEY: must("the base64 encoding of 32 bytes", isKeyOf32Bytes),
  TRAINING_PRICE_CEILINGS: must("a JSON object of positive prices", (text) =>
    isMap(text, (key, value) => key !== "" && isPriceOrPrices(value)),
  ),
};
