/**
 * One line of a CSV file (RFC 4180), every cell quoted. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front
 * (OWASP, CSV injection); numbers are left as they are.
 */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => `"${(typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)).replaceAll('"', '""')}"`).join(",")}\r\n`;
