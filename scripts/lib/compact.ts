// Compacts databases after erasures: SQLite keeps the bytes of deleted rows in its files until it needs the space.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { filesBelow } from "./content-hash.ts";

/** File in a state folder that records which erasures its database was compacted after. */
export const COMPACTED = "compacted";

function using<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Includes the number of erasures, because after a clock change the newest time alone may stay the same. */
const FINISHED = "SELECT count(finished_at) || ' ' || max(finished_at) AS finished FROM contact_erasures";

/** Number and time of the finished erasures as one text; undefined if there are none. */
const finishedIn = (db: DatabaseSync): unknown =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'contact_erasures'").get()
    ? (db.prepare(FINISHED).get()?.["finished"] ?? undefined)
    : undefined;

function compact(db: DatabaseSync): void {
  db.exec("VACUUM");
  // The file keeps the old pages until the log is checkpointed. A concurrent reader prevents that, and SQLite does not throw then.
  if (db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] !== 0) throw new Error("another process has it open");
}

/**
 * Compacts the database of a stopped installation if erasures were finished since the last time. Returns whether it did. Throws if there
 * is no space for a copy next to the files and another in the temporary folder, or while another process reads the database; nothing is
 * lost then, and the next call tries again.
 */
export function compactErased(state: string): boolean {
  const mark = join(state, COMPACTED);
  const before = existsSync(mark) ? readFileSync(mark, "utf8") : "";
  const found = filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))
    .map((file) => ({ file, finished: using(file, finishedIn) }))
    .filter(({ finished }) => finished !== undefined);
  const now = found.map(({ finished }) => finished).join("\n");
  if (now === "" || now === before) return false;
  for (const { file } of found) using(file, compact);
  writeFileSync(mark, now);
  return true;
}
