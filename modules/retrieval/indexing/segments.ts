// Parses the structure record in which FTS5 describes its segments (sqlite.org/src/file/ext/fts5/fts5_index.c). Pure.

export interface IndexStructure {
  /** Whether a merge is in progress. */
  readonly merging: boolean;
  /** The segments: the first and last flush that each contains, and how many removed entries it still holds. */
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly first: number;
  readonly last: number;
  readonly removed: number;
}

/** Bytes before the numbers: a cookie, and the marker of tables that count removed entries. */
const COOKIE = 4;
const MARK = "ff000001";

/** Parses a structure record in hexadecimal. Undefined for an unknown format. */
export function parseStructure(hex: string): IndexStructure | undefined {
  const bytes = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  if (hex.slice(2 * COOKIE, 2 * COOKIE + MARK.length).toLowerCase() !== MARK) return undefined;
  let at = COOKIE + MARK.length / 2;
  // Big-endian varint with seven bits a byte; the ninth byte has eight, but no number here is that large.
  const next = (): number => {
    for (let value = 0; ;) {
      const byte = bytes[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const levels = next();
  // Number of segments, number of written pages.
  for (let i = 0; i < 2; i += 1) next();
  let merging = false;
  const segments: Segment[] = [];
  for (let level = 0; level < levels; level += 1) {
    merging = next() > 0 || merging;
    for (let count = next(); count > 0; count -= 1) {
      // Id, first page, last page.
      for (let i = 0; i < 3; i += 1) next();
      const [first, last] = [next(), next()];
      // Pages of removed entries.
      next();
      segments.push({ first, last, removed: next() });
      // Number of entries.
      next();
    }
  }
  return { merging, segments };
}
