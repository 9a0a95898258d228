// Removes bidirectional control characters from text that others wrote, so that it is safe within the interface's lines.
/**
 * The text without bidirectional control characters (U+202A–202E, U+2066–2069): in a name or a title they serve only to disguise
 * what is written. Right-to-left scripts do not need them.
 */
export const plain = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
