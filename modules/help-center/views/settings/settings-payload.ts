// The request body of the settings, and the languages that the form suggests first.
import { languageName } from "#dashboard/ui/language-name.ts";
import type { HelpSettings } from "../../contract.ts";

/** The part of the settings that the form edits. */
export function fieldsOf({
  open,
  title,
  description,
  defaultLocale,
  locales,
  translations,
  images,
  domain,
  links,
  contact,
  authors,
  contactForm,
  revision,
}: HelpSettings) {
  return { open, title, description, defaultLocale, locales, translations, images, domain, links, contact, authors, contactForm, revision };
}
export type SettingsFields = ReturnType<typeof fieldsOf>;

/** Changes some of the fields, or what a function makes of them as they are then. */
export type SetFields = (part: Partial<SettingsFields> | ((now: SettingsFields) => Partial<SettingsFields>)) => void;

/** The fields as they are sent: images by their files. */
export function payloadOf({ images: { logo, logoDark, cover }, ...fields }: SettingsFields) {
  return {
    ...fields,
    images: { logo: logo?.fileId ?? null, logoDark: logoDark?.fileId ?? null, cover: cover?.fileId ?? null },
  };
}

/** Makes another language the default one; the texts change places, so that each stays with its language. */
export function withDefaultLocale(form: SettingsFields, locale: string): Partial<SettingsFields> {
  const { [locale]: own, ...others } = form.translations;
  const { title, description, defaultLocale } = form;
  return {
    defaultLocale: locale,
    title: own?.title || title,
    description: own?.description || description,
    translations: { ...others, [defaultLocale]: { title, description } },
  };
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
