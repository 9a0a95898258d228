// Files of a backup: lists, copies and checks them, and checkpoints databases.
import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, existsSync, mkdirSync, chmodSync, openSync, closeSync, fsyncSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { COMPACTED } from "../compact.ts";
import { filesBelow } from "../content-hash.ts";
import { PENDING } from "./gate.ts";
import { isLock } from "./lock.ts";
import { ORIGIN } from "./places.ts";

export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Files that can be derived, or belong to this folder only. In lower case, because some file systems ignore case. */
const EXCLUDED = new Set(["migrated", PENDING, ORIGIN, COMPACTED]);
const CACHES = /^(cache|observability)\//;

/** Whether this file of a state folder may be in a backup. */
export function belongsInBackup(path: string): boolean {
  const name = path.toLowerCase();
  return !EXCLUDED.has(name) && !isLock(name) && !CACHES.test(name) && !name.endsWith("-shm");
}

/** The files of a state folder that belong in a backup, as relative paths with slashes. */
export const filesOf = (state: string): string[] =>
  filesBelow(state)
    .map((file) => relative(state, file).replaceAll("\\", "/"))
    .filter(belongsInBackup);

/** The hash of a file of any size. */
async function sumOf(file: string): Promise<FileSum> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return { bytes: statSync(file).size, sha256: hash.digest("hex") };
}

/**
 * Checkpoints the write-ahead log of every database and checks its integrity. A stopped server leaves most of its rows in the log, and
 * a copy of the database file alone would lose them. Throws with the name of a damaged database.
 */
export function checkpointDatabases(folder: string): void {
  for (const file of filesBelow(folder, (name) => name.endsWith(".sqlite"))) {
    const db = new DatabaseSync(file);
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      const found = db.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
      if (found !== "ok") throw new Error(`its check says: ${String(found)}`);
    } catch (error) {
      throw new Error(`the database ${relative(folder, file)} is damaged: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      db.close();
    }
  }
}

/** Copies a file, flushed to disk and readable only by its owner, and returns its checksum. Throws if it differs from `expected` or the source. */
export async function copyChecked(from: string, to: string, expected?: FileSum): Promise<FileSum> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  const handle = openSync(to, "r+");
  fsyncSync(handle);
  closeSync(handle);
  const [source, copy] = [expected ?? (await sumOf(from)), await sumOf(to)];
  if (source.sha256 !== copy.sha256 || source.bytes !== copy.bytes) throw new Error(`${from}: the copy differs from what it should be`);
  return copy;
}

/** Differences between a folder and its list of checksums, one sentence each. */
export async function differences(folder: string, sums: Readonly<Record<string, FileSum>>): Promise<string[]> {
  const present = filesBelow(folder).map((file) => relative(folder, file).replaceAll("\\", "/"));
  const extra = present.filter((path) => !(path in sums)).map((path) => `${path}: not in the backup's list`);
  const wrong: string[] = [];
  for (const [path, sum] of Object.entries(sums)) {
    const file = join(folder, path);
    if (!existsSync(file)) wrong.push(`${path}: missing`);
    else if ((await sumOf(file)).sha256 !== sum.sha256) wrong.push(`${path}: changed since the backup was made`);
  }
  return [...extra, ...wrong];
}
