// SQLite keeps the bytes of deleted rows in its files until it needs the room. After an erasure the database is written anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { filesBelow } from "./content-hash.ts";

/** Inside a state folder: after which erasures its database was written anew. */
export const COMPACTED = "compacted";

function using<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Their number counts beside the time of the newest: a clock that was set back gives a later one an earlier time. */
const FINISHED = "SELECT count(finished_at) || ' ' || max(finished_at) AS finished FROM contact_erasures";

/** Which erasures a database has finished, in one text; undefined when there are none. */
const finishedIn = (db: DatabaseSync): unknown =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'contact_erasures'").get()
    ? (db.prepare(FINISHED).get()?.["finished"] ?? undefined)
    : undefined;

function writeAnew(db: DatabaseSync): void {
  db.exec("VACUUM");
  // The log holds the new pages, the file still the old ones; whoever reads it just now keeps them there, and SQLite does not throw.
  if (db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] !== 0) throw new Error("another process has it open");
}

/**
 * Writes the database of a state folder that nothing serves anew, when erasures were finished since it was last done. Answers
 * whether it was. Throws when there is no room for a copy beside the files and one in the folder for temporary files, or when
 * somebody reads it; no row is lost then, and the next call does it.
 */
export function compactErased(state: string): boolean {
  const mark = join(state, COMPACTED);
  const before = existsSync(mark) ? readFileSync(mark, "utf8") : "";
  const found = filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))
    .map((file) => ({ file, finished: using(file, finishedIn) }))
    .filter(({ finished }) => finished !== undefined);
  const now = found.map(({ finished }) => finished).join("\n");
  if (now === "" || now === before) return false;
  for (const { file } of found) using(file, writeAnew);
  writeFileSync(mark, now);
  return true;
}
