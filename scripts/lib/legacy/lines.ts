// Reads an export line by line with bounded memory, and hashes it.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { MAX_LINE } from "./format.ts";

const CHUNK = 1 << 18;
const NEWLINE = 10;

export interface Line {
  readonly number: number;
  /** Undefined: it has more bytes than a line may have. */
  readonly text: string | undefined;
}
export interface Lines {
  readonly lines: Generator<Line, void, undefined>;
  /** The SHA-256 of the whole file, once all lines were read. */
  sha256(): string;
  bytesRead(): number;
}

/** Opens a file for one pass over its lines. Bytes behind the last newline are a line, too. Throws what the file system throws. */
export function readLines(file: string): Lines {
  const hash = createHash("sha256");
  let [read, digest] = [0, ""];
  function* lines(): Generator<Line, void, undefined> {
    const handle = openSync(file, "r");
    try {
      const chunk = Buffer.allocUnsafe(CHUNK);
      let rest: Buffer = Buffer.alloc(0);
      let [number, isTooLong] = [0, false];
      for (;;) {
        const bytes = readSync(handle, chunk, 0, CHUNK, null);
        if (bytes === 0) break;
        read += bytes;
        const fresh = chunk.subarray(0, bytes);
        hash.update(fresh);
        let from = 0;
        for (let at = fresh.indexOf(NEWLINE); at !== -1; at = fresh.indexOf(NEWLINE, from)) {
          number += 1;
          const size = rest.length + at - from;
          const text = isTooLong || size > MAX_LINE ? undefined : joined(rest, fresh.subarray(from, at));
          yield { number, text };
          [rest, isTooLong, from] = [Buffer.alloc(0), false, at + 1];
        }
        // A line that is already too long is skipped, not kept.
        if (isTooLong || rest.length + bytes - from > MAX_LINE) [rest, isTooLong] = [Buffer.alloc(0), true];
        else if (from < bytes) rest = Buffer.concat([rest, fresh.subarray(from)]);
      }
      if (rest.length > 0 || isTooLong) yield { number: number + 1, text: isTooLong ? undefined : rest.toString("utf8") };
      digest = hash.digest("hex");
    } finally {
      closeSync(handle);
    }
  }
  return { lines: lines(), sha256: () => digest, bytesRead: () => read };
}

const joined = (rest: Buffer, more: Buffer): string => (rest.length === 0 ? more : Buffer.concat([rest, more])).toString("utf8");
