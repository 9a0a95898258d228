// Chooses the locale of numbers and dates. They appear within sentences, so they use the interface's language with the person's region.
import { getLocale } from "#messages/runtime";
import { regionalLocale } from "./regional-locale.ts";

/** The browser's first variant of the interface's language, such as "en-GB"; plain "en" if it lists none. */
export const locale: string = regionalLocale(navigator.languages, getLocale());
