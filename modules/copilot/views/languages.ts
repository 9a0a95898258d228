// The languages that the member reads, as the browser names them.
import { languageOfTag } from "../contract.ts";

const tags = navigator.languages.length > 0 ? navigator.languages : [navigator.language];
const known = [...new Set(tags.flatMap((tag) => languageOfTag(tag) ?? []))];

/** Languages whose messages need no translation. */
export const reads = (language: string): boolean => known.includes(language);

/** The language into which messages are translated; with its script where that matters. */
export const ownLocale = ((): string => {
  const [language = "en"] = known;
  if (language !== "zh") return /^[a-z]{2,3}$/.test(language) ? language : "en";
  const tag = tags.find((one) => languageOfTag(one) === "zh") ?? "zh";
  return `zh-${new Intl.Locale(tag).maximize().script ?? "Hans"}`;
})();
