// Decides whether a value fits an attribute, and how it is stored. Pure and browser-safe.
import { m } from "#messages";

/** Characters of a value. */
export const MAX_VALUE = 500;
interface Attribute {
  readonly key: string;
  readonly type: "text" | "number" | "date" | "choice" | "link";
  readonly choices: readonly string[];
  readonly archived: boolean;
}

type Typed = Pick<Attribute, "type" | "choices">;
/** The value as it is stored, or what is wrong with it. */
export type Checked = { readonly value: string; readonly problem?: undefined } | { readonly value?: undefined; readonly problem: string };

/** Checks a value and gives it its one form: `1.50` becomes `1.5`, `HTTPS://Example.org` becomes `https://example.org/`. */
export function checkValue({ type, choices }: Typed, given: string): Checked {
  const text = given.toWellFormed().trim();
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if (text === "" || /[\u0000-\u001f]/.test(text)) return { problem: m.contact_attributes_one_line() };
  if (text.length > MAX_VALUE) return { problem: m.contact_attributes_too_long({ max: MAX_VALUE }) };
  switch (type) {
    case "text":
      return { value: text };
    case "number":
      return isDecimal(text) ? { value: plainNumber(text) } : { problem: m.contact_attributes_not_a_number() };
    case "date":
      return isDay(text) ? { value: text } : { problem: m.contact_attributes_not_a_date() };
    case "choice":
      return choices.includes(text) ? { value: text } : { problem: m.contact_attributes_not_a_choice() };
    case "link":
      return linkOf(text);
  }
}

/** Digits with a point; no more of them than a number keeps exactly. */
const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text) && text.replaceAll(/\D/g, "").length <= 15;
/** Without needless zeros. `String(Number(…))` would write small ones with an exponent, which is no value of this type. */
function plainNumber(text: string): string {
  const [, minus = "", whole = "0", rest = ""] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = rest === "" ? whole : `${whole}.${rest}`;
  return digits === "0" ? digits : `${minus}${digits}`;
}
function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
function linkOf(text: string): Checked {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "" || url.href.length > MAX_VALUE)
    return { problem: m.contact_attributes_not_a_link() };
  return { value: url.href };
}

/**
 * The values that a signed identity's metadata sets: those whose name is the key of an attribute and which fit it; null removes one. What
 * does not fit stays metadata only.
 */
export function valuesOfIdentity(
  attributes: readonly Attribute[],
  metadata: Readonly<Record<string, string | number | boolean | null>>,
): Record<string, string | null> {
  const values: Record<string, string | null> = {};
  for (const attribute of attributes) {
    const given = attribute.archived || !Object.hasOwn(metadata, attribute.key) ? undefined : metadata[attribute.key];
    if (given === null) values[attribute.key] = null;
    const checked = given === undefined || given === null ? undefined : checkValue(attribute, String(given));
    if (checked?.value !== undefined) values[attribute.key] = checked.value;
  }
  return values;
}
