// Writes numbers within sentences of the server.
import { getLocale } from "#messages/runtime";

/** The number as the language of the sentence writes it, in Latin digits. */
export const numberText = (number: number): string => number.toLocaleString(`${getLocale()}-u-nu-latn`);
