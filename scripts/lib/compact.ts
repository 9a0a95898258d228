// SQLite keeps the bytes of deleted rows in its files until it needs the room. After an erasure the database is written anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { filesBelow } from "./content-hash.ts";

/** Inside a state folder: up to which erasure, in milliseconds since 1970, its database was written anew. */
export const COMPACTED = "compacted";

/**
 * Writes the database of a state folder that nothing serves anew, when erasures were finished since it was last done. Answers
 * whether it was. Throws when the disk has no room for a second copy; the database is then as it was.
 */
export function compactErased(state: string): boolean {
  const mark = join(state, COMPACTED);
  const before = existsSync(mark) ? Number(readFileSync(mark, "utf8")) : 0;
  let newest = before;
  for (const file of filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))) {
    const db = new DatabaseSync(file);
    try {
      if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'contact_erasures'").get()) continue;
      const last = Number(db.prepare("SELECT max(finished_at) AS at FROM contact_erasures").get()?.["at"] ?? 0);
      if (last <= before) continue;
      db.exec("VACUUM");
      // The log still holds what the file no longer does.
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      newest = Math.max(newest, last);
    } finally {
      db.close();
    }
  }
  if (newest > before) writeFileSync(mark, String(newest));
  return newest > before;
}
