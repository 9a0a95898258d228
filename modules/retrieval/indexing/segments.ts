// Parses the structure record in which FTS5 describes its segments (sqlite.org/src/file/ext/fts5/fts5_index.c). Pure.

export interface IndexStructure {
  /** A merge was begun and goes on. */
  readonly merging: boolean;
  /** The segments: the first and the last flush that each has something of, and how many removed entries it still holds. */
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly first: number;
  readonly last: number;
  readonly removed: number;
}

/** Bytes before the numbers: a cookie, and the mark of tables that note removed entries. */
const COOKIE = 4;
const MARK = "ff000001";

/** Parses a structure record, in hexadecimal digits. Undefined for one that this does not know. */
export function parseStructure(hex: string): IndexStructure | undefined {
  const bytes = hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  if (hex.slice(2 * COOKIE, 2 * COOKIE + MARK.length).toLowerCase() !== MARK) return undefined;
  let at = COOKIE + MARK.length / 2;
  // Big-endian, seven bits a byte; the ninth has eight, which no number here reaches.
  const next = (): number => {
    for (let value = 0; ;) {
      const byte = bytes[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const levels = next();
  // How many segments there are, how many pages were written.
  for (let i = 0; i < 2; i += 1) next();
  let merging = false;
  const segments: Segment[] = [];
  for (let level = 0; level < levels; level += 1) {
    merging = next() > 0 || merging;
    for (let count = next(); count > 0; count -= 1) {
      // Its id, its first and last page.
      for (let i = 0; i < 3; i += 1) next();
      const [first, last] = [next(), next()];
      // The pages of removed entries.
      next();
      segments.push({ first, last, removed: next() });
      // Its entries.
      next();
    }
  }
  return { merging, segments };
}
