// The one reader of variables: every name is declared here, checked once per isolate, and all faults are reported together.
import { misconfigured } from "#kernel/errors/index.ts";
import { type AiCeilings, parseAiCeilings, parseRateLimits, type RateLimits } from "./limits.ts";

export { RATE_LIMIT_DEFAULTS, AI_CEILING_DEFAULTS, type AiCeilings, type LimitName, type RateLimits } from "./limits.ts";

/** Names of public variables and of secrets; the allowlists of `.dev.vars` and of remote targets. */
export const PUBLIC_VARIABLES = [
  "APP_ORIGIN",
  "MANAGEMENT_ORIGIN",
  "PREVIEW_ORIGIN",
  "REGISTRATION_ENABLED",
  "SVC_SETUP_OWNER_EMAIL",
  "RATE_LIMITS",
  "AI_DAILY_CEILINGS",
  "CONTEXT_MODEL",
  "CRAWLER_ACTOR_ID",
  "VECTOR_STORE_URL",
  "KNOWLEDGE_EMBEDDING_MODEL",
  "EMAIL_PROVIDER",
  "EMAIL_ACCOUNT_ID",
  "LEAD_MODEL",
  "CODEHOST_CLIENT_ID",
  "CODEHOST_PROJECT_ID",
  "BRAND_IMAGE_MODEL",
  "BRAND_IMAGE_SIZE",
  "BRAND_IMAGE_QUALITY",
  "TRAINING_PRICE_CEILINGS",
  "ENABLE_SYNTHETIC_EVALUATION",
  "CHALLENGE_SITE_KEY",
] as const;
export const SECRET_VARIABLES = [
  "SVC_SETUP_TOKEN",
  "CHALLENGE_SECRET",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "XAI_API_KEY",
  "GROQ_API_KEY",
  "CRAWLER_TOKEN",
  "VECTOR_STORE_API_KEY",
  "EMAIL_API_KEY",
  "EMAIL_FROM",
  "INBOUND_EMAIL_TOKEN",
  "EMAIL_EVENTS_SECRET",
  "CODEHOST_CLIENT_SECRET",
  "INTEGRATION_ENCRYPTION_KEY",
  "CODEHOST_TOKEN",
  "CODEHOST_TOKENS",
] as const;
export const AI_KEY_VARIABLES = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "XAI_API_KEY",
  "GROQ_API_KEY",
] as const;
/** The shortest setup token that is accepted. */
export const SETUP_TOKEN_MIN = 32;

export type VariableName = (typeof PUBLIC_VARIABLES)[number] | (typeof SECRET_VARIABLES)[number];
export interface Fault {
  variable: VariableName;
  message: string;
}

export interface Config {
  readonly appOrigin: string | undefined;
  readonly managementOrigin: string | undefined;
  readonly registrationEnabled: boolean;
  readonly setupToken: string | undefined;
  readonly setupOwnerEmail: string | undefined;
  /** Throws `misconfigured` when RATE_LIMITS is not valid. */
  readonly rateLimits: RateLimits;
  /** Throws `misconfigured` when AI_DAILY_CEILINGS is not valid. */
  readonly aiCeilings: AiCeilings;
  /** Cost of password hashing: log2 N of scrypt. Only tests lower it. */
  readonly scryptLogN: number;
  readonly faults: readonly Fault[];
}

type Source = Readonly<Record<string, unknown>>;

/** Reads every variable. Never throws: faults are in `faults`, and using a faulty value refuses. */
export function readConfig(source: Source): Config {
  const faults: Fault[] = [];
  const value = (name: VariableName): string | undefined => {
    const found = source[name];
    return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined;
  };
  const origin = (name: "APP_ORIGIN" | "MANAGEMENT_ORIGIN"): string | undefined => {
    const found = value(name);
    if (found === undefined) return undefined;
    if (isOrigin(found, name === "APP_ORIGIN")) return found;
    faults.push({ variable: name, message: "must be an https origin without path, query or credentials (http only for localhost)" });
    // Fails closed: a mistyped origin must not bring the rules of loopback back.
    return name === "APP_ORIGIN" ? "https://misconfigured.invalid" : undefined;
  };
  const truth = (name: "REGISTRATION_ENABLED"): boolean => {
    const found = value(name);
    if (found !== undefined && found !== "true" && found !== "false") faults.push({ variable: name, message: 'must be "true" or "false"' });
    return found === "true";
  };
  const limits = parseRateLimits(value("RATE_LIMITS"));
  if ("fault" in limits) faults.push({ variable: "RATE_LIMITS", message: limits.fault });
  const ceilings = parseAiCeilings(value("AI_DAILY_CEILINGS"));
  if ("fault" in ceilings) faults.push({ variable: "AI_DAILY_CEILINGS", message: ceilings.fault });
  const setupToken = value("SVC_SETUP_TOKEN");
  if (setupToken !== undefined && setupToken.length < SETUP_TOKEN_MIN)
    faults.push({ variable: "SVC_SETUP_TOKEN", message: `must have at least ${SETUP_TOKEN_MIN} characters` });
  const logN = Number(source["TEST_SCRYPT_LOG_N"] ?? 15);
  const appOrigin = origin("APP_ORIGIN");
  const managementOrigin = origin("MANAGEMENT_ORIGIN");
  if (appOrigin !== undefined && managementOrigin !== undefined && !sameSite(appOrigin, managementOrigin))
    faults.push({ variable: "MANAGEMENT_ORIGIN", message: "must be same-site with APP_ORIGIN" });
  return {
    appOrigin,
    managementOrigin,
    registrationEnabled: truth("REGISTRATION_ENABLED"),
    setupToken,
    setupOwnerEmail: value("SVC_SETUP_OWNER_EMAIL")?.toLowerCase(),
    get rateLimits() {
      if ("fault" in limits) throw misconfigured(["RATE_LIMITS"]);
      return limits.value;
    },
    get aiCeilings() {
      if ("fault" in ceilings) throw misconfigured(["AI_DAILY_CEILINGS"]);
      return ceilings.value;
    },
    scryptLogN: Number.isInteger(logN) ? logN : 15,
    faults,
  };
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/;
/** Sessions and the clipboard want https; http only serves the own computer. */
function isOrigin(text: string, httpOnLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && (url.protocol === "https:" || (httpOnLoopback && url.protocol === "http:" && LOOPBACK.test(url.hostname)));
}

/** Same scheme and same registrable domain, taken as the last two labels: stricter lists of suffixes are not at hand. */
function sameSite(a: string, b: string): boolean {
  const [x, y] = [new URL(a), new URL(b)];
  const site = (host: string): string => host.split(".").slice(-2).join(".");
  return x.protocol === y.protocol && site(x.hostname) === site(y.hostname);
}

let cached: { source: Source; config: Config } | undefined;
/** The configuration of this isolate, read once per environment object. */
export function configOf(source: Source): Config {
  if (cached?.source !== source) cached = { source, config: readConfig(source) };
  return cached.config;
}
