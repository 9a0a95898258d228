// Templates of addresses and bodies: which placeholders they have, and what becomes of them. Safe to load in a browser.
import { CONTACT_FIELDS, type ContactField, type InputValue } from "./schema.ts";

const PLACEHOLDER = /\{\{\s*([a-zA-Z][\w.]*)\s*\}\}/g;

/** The names within `{{ }}`, each once. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name)),
];
/** Whether braces are left that are no placeholder. */
export const hasStrayBraces = (template: string): boolean => /\{\{|\}\}/.test(template.replace(PLACEHOLDER, ""));
export const isContactField = (name: string): name is ContactField => (CONTACT_FIELDS as readonly string[]).includes(name);

/** The parts of an address, still as templates. The host is no template. */
export interface AddressTemplate {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}
/** Undefined if it is no https address, has a placeholder before the path, or a fragment. */
export function splitAddress(template: string): AddressTemplate | undefined {
  const [, host = "", path = "", query = ""] = /^https:\/\/([^/?#\\\s]+)(\/[^?#]*)?(\?[^#]*)?$/i.exec(template) ?? [];
  if (host === "" || /[{}%]/.test(host)) return undefined;
  return { origin: `https://${host}`, path: path === "" ? "/" : path, query: query.slice(1) };
}
/** The host of an address template, as it is compared; undefined if it has none. */
export function hostOf(template: string): string | undefined {
  const parts = splitAddress(template);
  return parts && URL.canParse(parts.origin) ? new URL(parts.origin).hostname.replace(/\.+$/, "") : undefined;
}

type Values = Readonly<Record<string, InputValue>>;
const fill = (template: string, values: Values, write: (value: string) => string): string =>
  template.replace(PLACEHOLDER, (_, name: string) => write(String(values[name] ?? "")));
const encode = (value: string): string => encodeURIComponent(value.toWellFormed());

/** Why a value can't stand in the path of an address; servers and proxies read these as another path. */
export const isUnsafeInPath = (value: string): boolean =>
  value === "" || value === "." || value === ".." || /[/\\\p{Cc}]/u.test(value) || /^%2e(%2e)?$/i.test(value);

/** The address, each value percent-encoded. A part of the query whose value is missing is left out. */
export function fillAddress({ origin, path, query }: AddressTemplate, values: Values): string {
  const parts = query.split("&").filter((part) => part !== "" && placeholdersOf(part).every((name) => values[name] !== undefined));
  const filled = parts.map((part) => fill(part, values, encode)).join("&");
  return `${origin}${fill(path, values, encode)}${filled === "" ? "" : `?${filled}`}`;
}

/**
 * The body as JSON. A text that is only a placeholder becomes the value with its type, and is left out if the value is missing; so no value
 * can end a text and add something of its own.
 */
export const fillBody = (template: string, values: Values): string => JSON.stringify(fillJson(JSON.parse(template), values)) ?? "null";

function fillJson(json: unknown, values: Values): unknown {
  if (typeof json === "string") {
    const [whole, name = ""] = /^\{\{\s*([a-zA-Z][\w.]*)\s*\}\}$/.exec(json) ?? [];
    return whole === undefined ? fill(json, values, (value) => value) : values[name];
  }
  if (Array.isArray(json)) return json.map((one) => fillJson(one, values)).filter((one) => one !== undefined);
  if (typeof json === "object" && json !== null)
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fillJson(value, values)]));
  return json;
}
/** The names of properties within a JSON value, at any depth. */
export const keysOf = (json: unknown): string[] =>
  typeof json === "object" && json !== null
    ? Object.entries(json).flatMap(([key, value]) => [...(Array.isArray(json) ? [] : [key]), ...keysOf(value)])
    : [];
