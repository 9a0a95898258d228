/**
 * One line of a CSV file (RFC 4180), every cell quoted. A text that a spreadsheet would compute is held as text by an apostrophe
 * (OWASP, CSV injection); a number is no text.
 */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => `"${(typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)).replaceAll('"', '""')}"`).join(",")}\r\n`;
