// How texts of others stand within the text of work. Pure and browser-safe.

/** The text with a space before each line that begins as the line does which says who wrote what follows, so that nobody can imitate it. */
export const quoted = (text: string): string => text.replaceAll(/^(?=--- )/gm, " ");
