// The languages of the interface: their names, the direction that they are written in, and the choice for a reader. Browser-safe.

export const LANGUAGES = ["en", "de", "ar"] as const;
/** A language of the interface. */
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words, for whoever cannot read the current one. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch", ar: "العربية" };

export const DIRECTIONS: Readonly<Record<Language, "ltr" | "rtl">> = { en: "ltr", de: "ltr", ar: "rtl" };

/** The language with this tag, such as "de" for "de-AT"; undefined if the interface doesn't speak it. */
export function languageOf(tag: string): Language | undefined {
  const [base] = tag.trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find((one) => one === base);
}

/** The first language of an Accept-Language header that the interface speaks, by the reader's preference; English if there is none. */
export function acceptedLanguage(header: string | null): Language {
  const wishes = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((wish, at) => {
      const [tag = "", ...parameters] = wish.split(";");
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { language: languageOf(tag), quality: quality === undefined ? 1 : Number(quality), at };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at);
  return wishes[0]?.language ?? "en";
}
