// Translations of public pages: texts, language names, dates and counts. A page in any other language gets English texts around its
// content.
import { type Html, html } from "#kernel/http/html.ts";
import { bestLocale } from "../languages.ts";
import { de, en, es, fr, type Translations } from "./translations-1.ts";
import { it, ja, nl, pt } from "./translations-2.ts";
import { ar } from "./translations-3.ts";

export type { Translations };

const ALL: Readonly<Record<string, Translations>> = { en, de, ar, fr, es, pt, it, nl, ja };

/** The texts for a page, and the language that they are in. */
export function translationsFor(locale: string): { words: Translations; spoken: string } {
  const language = locale.split("-")[0] ?? "en";
  const words = ALL[language];
  return words ? { words, spoken: locale } : { words: en, spoken: "en" };
}

/** The texts for a reader without a help center, in the supported language that fits best. */
export function translationsForReader(acceptLanguage: string | null): { words: Translations; spoken: string } {
  return translationsFor(bestLocale(acceptLanguage, Object.keys(ALL), "en"));
}
/** Wraps interface text in a page that may be in another language, so that it keeps its own direction. */
export function inSpokenLanguage(locale: string): (text: string) => Html {
  const { spoken } = translationsFor(locale);
  return (text) => (spoken === locale ? html`${text}` : html`<bdi lang="${spoken}">${text}</bdi>`);
}

const RTL = /^(?:ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|ug|ur|yi)\b|-(?:Arab|Hebr|Thaa|Nkoo|Syrc)\b/;
export const dirOf = (locale: string): "ltr" | "rtl" => (RTL.test(locale) ? "rtl" : "ltr");

/** A locale with its most likely region, as Open Graph expects it. */
export function territoryOf(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return region === undefined ? language : `${language}_${region}`;
}

/** The name of a language in itself, or in another language. */
export function languageName(locale: string, inLocale = locale): string {
  try {
    const name = new Intl.DisplayNames([inLocale], { type: "language" }).of(locale) ?? locale;
    return inLocale === locale ? (name[0]?.toLocaleUpperCase(locale) ?? "") + name.slice(1) : name;
  } catch {
    return locale;
  }
}
/** Arabic with Latin digits, as in the dashboard and the widget. */
const withDigits = (locale: string): string => (/^ar\b/.test(locale) && !locale.includes("-u-") ? `${locale}-u-nu-latn` : locale);
export const dateIn = (locale: string, at: number): string =>
  new Intl.DateTimeFormat([withDigits(locale), "en"], { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(at);
/** A count with its noun; `more`: there are more than counted. */
export function counted(locale: string, [one, other]: readonly [string, string], n: number, more = false): string {
  const form = !more && new Intl.PluralRules([locale, "en"]).select(n) === "one" ? one : other;
  return form.replace("#", new Intl.NumberFormat([withDigits(locale), "en"]).format(n) + (more ? "+" : ""));
}
