// What of an answer may be told, and what hides secrets that a service sends back. Pure.
import type { ToldField } from "../contract/schema.ts";

export interface Told {
  readonly label: string;
  readonly text: string;
}
/** Characters of one field, and entries of one list. */
const MAX_TEXT = 500;
const MAX_ENTRIES = 20;
const MASK = "•••••";

/** The values of the path: none if it leads nowhere. */
function valuesAt(json: unknown, [part, ...rest]: readonly string[]): unknown[] {
  if (part === undefined) return [json];
  if (part === "*") return Array.isArray(json) ? json.slice(0, MAX_ENTRIES).flatMap((one) => valuesAt(one, rest)) : [];
  if (Array.isArray(json)) return /^\d{1,6}$/.test(part) && Number(part) < json.length ? valuesAt(json[Number(part)], rest) : [];
  // Only own properties: `constructor` or `__proto__` lead nowhere.
  return typeof json === "object" && json !== null && Object.hasOwn(json, part)
    ? valuesAt((json as Record<string, unknown>)[part], rest)
    : [];
}
const isScalar = (value: unknown): value is string | number | boolean => ["string", "number", "boolean"].includes(typeof value);

/** The fields that may be told, with values: texts, numbers and yes or no. Everything else of the answer is dropped. */
export function toldOf(json: unknown, fields: readonly ToldField[], secrets: readonly string[] = []): Told[] {
  return fields.flatMap(({ path, label }) => {
    const scalars = valuesAt(json, path.split("."))
      .flatMap((value) => (Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [value]))
      .filter(isScalar)
      .slice(0, MAX_ENTRIES)
      .map((value) => masked(String(value), secrets).replaceAll(/\s+/g, " ").trim())
      .filter((text) => text !== "");
    const text = scalars.join(", ").toWellFormed();
    if (text === "") return [];
    return [{ label, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…` : text }];
  });
}

/** Shorter ones would hide ordinary words. */
const [MIN_SECRET, MIN_PART] = [4, 6];
/** The texts that must never be shown, longest first: whole values, and their parts such as the token after `Bearer`. */
const partsOfSecrets = (values: readonly string[]): string[] =>
  [
    ...new Set([
      ...values.filter(({ length }) => length >= MIN_SECRET),
      ...values.flatMap((value) => value.split(/[\s,;=]+/)).filter(({ length }) => length >= MIN_PART),
    ]),
  ].toSorted((a, b) => b.length - a.length);

export const masked = (text: string, secrets: readonly string[]): string =>
  partsOfSecrets(secrets).reduce(
    (shown, secret) => shown.replaceAll(secret, MASK).replaceAll(JSON.stringify(secret).slice(1, -1), MASK),
    text,
  );
