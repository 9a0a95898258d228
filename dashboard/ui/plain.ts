// Makes foreign text safe to show within our own lines.
/**
 * The text without the marks that turn writing around (U+202A–202E, U+2066–2069): in a name or a title they serve only to
 * show something else than what is there. Right-to-left scripts need none of them.
 */
export const plain = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
