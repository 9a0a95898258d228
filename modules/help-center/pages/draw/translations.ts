// Translations of public pages: texts, names, dates and counts. A page in any other language has English text around its content.
import { type Html, html } from "#kernel/http/html.ts";
import { bestLocale } from "../languages.ts";
import { de, en, es, fr, type Translations } from "./translations-1.ts";
import { it, ja, nl, pt } from "./translations-2.ts";

export type { Translations };

const ALL: Readonly<Record<string, Translations>> = { en, de, fr, es, pt, it, nl, ja };

/** The words for a page, and the language that they are really in. */
export function translationsFor(locale: string): { words: Translations; spoken: string } {
  const language = locale.split("-")[0] ?? "en";
  const words = ALL[language];
  return words ? { words, spoken: locale } : { words: en, spoken: "en" };
}

/** The words for somebody who sees no page of anybody: the best of our languages. */
export function translationsForReader(acceptLanguage: string | null): { words: Translations; spoken: string } {
  return translationsFor(bestLocale(acceptLanguage, Object.keys(ALL), "en"));
}
/** Our own words within a page that may be in another language: they keep their side, whatever stands around them. */
export function inSpokenLanguage(locale: string): (text: string) => Html {
  const { spoken } = translationsFor(locale);
  return (text) => (spoken === locale ? html`${text}` : html`<bdi lang="${spoken}">${text}</bdi>`);
}

const RTL = /^(?:ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|ug|ur|yi)\b|-(?:Arab|Hebr|Thaa|Nkoo|Syrc)\b/;
export const dirOf = (locale: string): "ltr" | "rtl" => (RTL.test(locale) ? "rtl" : "ltr");

/** A language with its most likely region, as Open Graph names it. */
export function territoryOf(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return region === undefined ? language : `${language}_${region}`;
}

/** A language by its own name, or in the words of another. */
export function languageName(locale: string, inLocale = locale): string {
  try {
    const name = new Intl.DisplayNames([inLocale], { type: "language" }).of(locale) ?? locale;
    return inLocale === locale ? (name[0]?.toLocaleUpperCase(locale) ?? "") + name.slice(1) : name;
  } catch {
    return locale;
  }
}
export const dateIn = (locale: string, at: number): string =>
  new Intl.DateTimeFormat([locale, "en"], { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(at);
/** A count with its word; `more` = there are more than that. */
export function counted(locale: string, [one, other]: readonly [string, string], n: number, more = false): string {
  const form = !more && new Intl.PluralRules([locale, "en"]).select(n) === "one" ? one : other;
  return form.replace("#", new Intl.NumberFormat([locale, "en"]).format(n) + (more ? "+" : ""));
}
