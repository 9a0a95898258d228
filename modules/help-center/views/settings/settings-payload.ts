// The request body of the settings, and the languages that the form suggests first.
import { languageName } from "#dashboard/ui/language-name.ts";
import type { HelpSettings } from "../../contract.ts";

/** The part of the settings that is sent. */
export function settingsPayload({
  open,
  title,
  description,
  defaultLocale,
  locales,
  links,
  contact,
  authors,
  contactForm,
  revision,
}: HelpSettings) {
  return { open, title, description, defaultLocale, locales, links, contact, authors, contactForm, revision };
}

/** Languages that are suggested first; any other tag can be typed. */
const COMMON =
  "en de fr es pt pt-BR it nl ja zh-Hans zh-Hant ko pl cs sk hu ro bg el tr uk ru sv da nb fi et lv lt sl hr sr ar he fa hi bn id ms th vi en-GB fr-CA es-MX de-CH".split(
    " ",
  );
export const commonLocales = (without: readonly string[]): { value: string; label: string }[] =>
  COMMON.filter((locale) => !without.includes(locale))
    .map((value) => ({ value, label: `${languageName(value)} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
