// Chooses the regional form of a language among the languages that a browser names.

/** Whether `Intl` takes the name. Chromium on Linux reports the system's locale, such as "en-US@posix", which every `Intl` constructor refuses. */
function isLanguageTag(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

/** Latin digits in every language: amounts, addresses and times look the same wherever somebody reads or copies them. */
const LATIN_DIGITS: Readonly<Record<string, string>> = { ar: "-u-nu-latn" };

/** "en-GB" for a reader of English from there, the plain language for a reader who names no region or none that `Intl` knows. */
export const regionalLocale = (languages: readonly string[], language: string): string =>
  `${languages.find((one) => one.startsWith(`${language}-`) && !one.includes("-u-") && isLanguageTag(one)) ?? language}${LATIN_DIGITS[language] ?? ""}`;
