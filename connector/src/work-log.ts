// The local log: what was asked of this computer and what it did, one JSON object a line.
import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./folder.ts";
import { HIDDEN } from "./visible.ts";

/** Bytes after which the log is put aside, in place of the one before. So it never takes more than twice as much and a line. */
const MAX_BYTES = 5_000_000;

export const logFile = (): string => join(folder(), "log", "work.jsonl");

/** Characters that a terminal would obey are written as JSON escapes. */
const escaped = (found: string): string =>
  Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");

/** Adds a line. The log is in a folder of mode 0700 and has mode 0600. */
export function log(event: string, about: Readonly<Record<string, unknown>>): void {
  const path = logFile();
  const place = join(folder(), "log");
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    chmodSync(place, 0o700);
  }
  if (existsSync(path) && statSync(path).size > MAX_BYTES) renameSync(path, join(place, "work.1.jsonl"));
  const line = JSON.stringify({ at: new Date().toISOString(), event, ...about }).replaceAll(HIDDEN, escaped);
  appendFileSync(path, `${line}\n`, { mode: 0o600 });
}
