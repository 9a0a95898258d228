// Makes text of the server safe for a terminal: control characters, escape sequences and invisible marks are shown instead of obeyed.

// Controls, invisible marks of format (among them those that change the direction of what follows), and the separators of lines.
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with every such character as `\u{1b}`. `lines`: line breaks are kept. */
export const visible = (text: string, lines = false): string =>
  text.replaceAll(HIDDEN, (found) => (lines && found === "\n" ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`));
