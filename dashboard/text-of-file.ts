// The text of a file that somebody chose, such as a list: spreadsheets and mail programs write it in several encodings.

/** The text of a file: UTF-8, UTF-16 by its mark or its zero bytes, else Windows-1252, which accepts everything. */
export function textOf(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Bytes at the beginning by which UTF-16 without a mark is told. */
const LOOKED_AT = 400;
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  // Nearly all separators, digits and Latin letters have a zero byte, always on the same side.
  const start = bytes.subarray(0, LOOKED_AT);
  const zeros = (side: number): number => start.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (even + odd < start.length / 4) return undefined;
  return even === 0 ? "utf-16le" : odd === 0 ? "utf-16be" : undefined;
}
