// Chooses the regional form of a language among the languages that a browser names.

/** Whether `Intl` takes the name. Chromium on Linux reports the system's locale, such as "en-US@posix", which every `Intl` constructor refuses. */
function isLanguageTag(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

/** "en-GB" for a reader of English from there, the plain language for a reader who names no region or none that `Intl` knows. */
export const regionalLocale = (languages: readonly string[], language: string): string =>
  languages.find((one) => one.startsWith(`${language}-`) && isLanguageTag(one)) ?? language;
