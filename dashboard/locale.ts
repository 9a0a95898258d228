// Numbers and dates stand among words, so they are written in the words' language, as this reader writes it.
import { getLocale } from "#messages/runtime";

/** "en-GB" for a reader of English from there, plain "en" for one who reads no English elsewhere. */
export const locale: string = navigator.languages.find((one) => one.startsWith(`${getLocale()}-`)) ?? getLocale();
