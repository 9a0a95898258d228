// Variables of canned replies: which there are, and how a text is filled with their values. Browser-safe and without I/O.

/** The variables that every conversation knows, in the order of menus. Metadata of the contact come as `contact.<key>`. */
export const VARIABLES = [
  "contact.first_name",
  "contact.name",
  "contact.email",
  "agent.first_name",
  "agent.name",
  "project.name",
  "conversation.subject",
] as const;
export type Variable = (typeof VARIABLES)[number];

/** Values by the variable's name; one that is missing or blank has no value. */
export type Values = Readonly<Record<string, string | null | undefined>>;

const VARIABLE = /\{\{\s*([a-z][\p{L}\p{N}_.\- ]*?)\s*(?:\|([^{}]*))?\}\}/giu;
/** Code is shown to customers as it is written. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/**
 * The text with its variables replaced. `missing`: the placeholders that stay, as they are written and each once, because they have neither
 * a value nor a fallback.
 */
export function fill(text: string, values: Values): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const filled = text
    .split(CODE)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(VARIABLE, (whole: string, name: string, fallback: string | undefined) => {
            const value = values[name.toLowerCase()]?.trim() ?? "";
            if (value !== "") return value;
            if (fallback !== undefined && fallback.trim() !== "") return fallback.trim();
            missing.add(whole);
            return whole;
          }),
    )
    .join("");
  return { text: filled, missing: [...missing] };
}

/** A variable as a text has it: its name in small letters, the placeholder as it is written, and whether it has a fallback. */
export interface UsedVariable {
  readonly name: string;
  readonly placeholder: string;
  readonly hasFallback: boolean;
}
/** The variables of a text in their order, without those in code. */
export const variablesIn = (text: string): UsedVariable[] =>
  text.split(CODE).flatMap((part, index) =>
    index % 2 === 1
      ? []
      : [...part.matchAll(VARIABLE)].map(([placeholder, name = "", fallback = ""]) => ({
          ...{ name: name.toLowerCase(), placeholder, hasFallback: fallback.trim() !== "" },
        })),
  );

/** The placeholders that a text still has, as they are written and each once. */
export const placeholdersIn = (text: string): string[] => (text.includes("{{") ? fill(text, {}).missing : []);
