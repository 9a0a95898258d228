// The text of a file that somebody chose, such as a list: spreadsheets and mail programs write it in several encodings.

/** The first four are recognised, the others are chosen. ISO-8859-1 is a part of Windows-1252, and read as it. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-15",
  "windows-1250",
  "windows-1251",
  "windows-1256",
  "macintosh",
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The text of a file: UTF-8, UTF-16 by its mark or its zero bytes, else Windows-1252, which accepts everything. */
export const textOf = (bytes: Uint8Array): string => decoded(bytes).text;

/** The text, and the encoding that it was read in: the one that was chosen, else the one that it looks like. */
export function decoded(bytes: Uint8Array, chosen?: Encoding): { readonly text: string; readonly encoding: Encoding } {
  const encoding = chosen ?? utf16Of(bytes) ?? "utf-8";
  try {
    return {
      text: new TextDecoder(encoding, { fatal: chosen === undefined && encoding === "utf-8", ignoreBOM: false }).decode(bytes),
      encoding,
    };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
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
