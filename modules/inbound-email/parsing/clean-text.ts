// Converts bytes and foreign strings to text that can be stored: well-formed, without NUL, with one kind of line end.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const western = new TextDecoder("windows-1252");

/** Decodes UTF-8 if valid, else the charset that most unlabelled mail uses (windows-1252). */
export function decodeLoose(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
/** Decodes by a charset label from untrusted input. */
export function decodeLabelled(bytes: Uint8Array, label: string | undefined): string {
  if (label === undefined || label === "") return decodeLoose(bytes);
  try {
    return new TextDecoder(label.trim().slice(0, 50)).decode(bytes);
  } catch {
    return decodeLoose(bytes);
  }
}

/** Cleans a text of many lines. */
export const cleanText = (text: string): string => text.replaceAll("\0", "").replaceAll("\r\n", "\n").replaceAll("\r", "\n").toWellFormed();

/** Cleans a single line: control characters become spaces, and it is cut between characters. */
export const cleanLine = (text: string, max: number): string =>
  text
    .slice(0, max * 2)
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed();
