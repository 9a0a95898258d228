// Chooses the locale of numbers and dates. They appear within sentences, so they use the interface's language, with the reader's regional
// form.
import { getLocale } from "#messages/runtime";
import { regionalLocale } from "./regional-locale.ts";

/** "en-GB" for a reader of English from there, plain "en" for one who reads no English elsewhere. */
export const locale: string = regionalLocale(navigator.languages, getLocale());
