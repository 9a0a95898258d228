// The texts of the open panel in the visitor's language: loads them, looks them up, fills in values.
import { importPart } from "../api.ts";
import type en from "../languages/en.json";
import type parts from "../languages/en-parts.json";

/** Forms by plural category; a category without a form gets `other`. */
type Plural = { readonly other: string } & { readonly [K in Intl.LDMLPluralRule]?: string };
/** A key of the English files. The other languages have the same keys. */
export type TextKey = keyof typeof en | keyof typeof parts;
type Texts<Key extends string> = Readonly<Record<Key, string | Plural>>;
export interface Language {
  /** With the region that dates and numbers follow. */
  readonly locale: string;
  readonly texts: Partial<Texts<TextKey>>;
}
export type Values = Readonly<Record<string, string | number>>;
/** Loads the texts of a part, by language. */
export type Files<Key extends string> = Readonly<Record<string, () => Promise<{ readonly default: Texts<Key> }>>>;

/** What the open chat says. */
const CHAT: Files<keyof typeof en> = {
  ar: () => importPart("@ar", () => import("../languages/ar.json")),
  de: () => importPart("@de", () => import("../languages/de.json")),
  en: () => importPart("@en", () => import("../languages/en.json")),
  es: () => importPart("@es", () => import("../languages/es.json")),
  fr: () => importPart("@fr", () => import("../languages/fr.json")),
  it: () => importPart("@it", () => import("../languages/it.json")),
  ja: () => importPart("@ja", () => import("../languages/ja.json")),
  nl: () => importPart("@nl", () => import("../languages/nl.json")),
  pt: () => importPart("@pt", () => import("../languages/pt.json")),
};
/** What the parts say that are loaded later: list, help center, files, address card. */
const PARTS: Files<keyof typeof parts> = {
  ar: () => importPart("@ar-parts", () => import("../languages/ar-parts.json")),
  de: () => importPart("@de-parts", () => import("../languages/de-parts.json")),
  en: () => importPart("@en-parts", () => import("../languages/en-parts.json")),
  es: () => importPart("@es-parts", () => import("../languages/es-parts.json")),
  fr: () => importPart("@fr-parts", () => import("../languages/fr-parts.json")),
  it: () => importPart("@it-parts", () => import("../languages/it-parts.json")),
  ja: () => importPart("@ja-parts", () => import("../languages/ja-parts.json")),
  nl: () => importPart("@nl-parts", () => import("../languages/nl-parts.json")),
  pt: () => importPart("@pt-parts", () => import("../languages/pt-parts.json")),
};

/** Loads the language of a locale, with the texts of the later parts or without them. */
export async function loadLanguage(locale: string, withParts: boolean): Promise<Language> {
  const language = locale.slice(0, 2);
  const [chat, parts] = await Promise.all([CHAT[language]?.(), withParts ? PARTS[language]?.() : undefined]);
  return { locale, texts: { ...chat?.default, ...parts?.default } };
}

// Hebrew, Arabic, and the scripts between them.
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * A text with its values: `{name}` is replaced, plural forms follow `count`. A value in a right-to-left script is isolated, so that it
 * doesn't turn the sentence around.
 */
export function translate<Key extends string>(
  { locale, texts }: { readonly locale: string; readonly texts: Partial<Texts<Key>> },
  key: Key,
  values: Values = {},
): string {
  const entry = texts[key] ?? "";
  const text = typeof entry === "string" ? entry : (entry[new Intl.PluralRules(locale).select(Number(values["count"]))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name] ?? all;
    return typeof value === "number" ? value.toLocaleString(locale) : RTL.test(value) ? `\u2068${value}\u2069` : value;
  });
}
