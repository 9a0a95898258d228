// Backs up a self-hosted server's state: locks it, checkpoints the databases, copies and checks the files, and renames the result at the end.
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { compactErased } from "../compact.ts";
import { filesBelow, sha256 } from "../content-hash.ts";
import { inRoot } from "../paths.ts";
import { readStateRecord } from "./erasures.ts";
import { copyChecked, filesOf, type FileSum, checkpointDatabases } from "./files.ts";
import { refusePending } from "./gate.ts";
import { lockState } from "./lock.ts";
import { CONTENT, MANIFEST, type Manifest } from "./manifest.ts";
import { stampOf } from "./places.ts";

export interface Taken {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 of the manifest, which contains the checksums of all files. */
  readonly sha256: string;
}

async function copyInto(folder: string, state: string, now: Date): Promise<Omit<Taken, "folder">> {
  // Reading leaves a write-ahead log, which the checkpoint removes; the checkpoint also reports a damaged database.
  const record = readStateRecord(state);
  checkpointDatabases(state);
  compactErased(state);
  if (record === undefined) throw new Error(`${state} holds no database of this product`);
  const files: Record<string, FileSum> = {};
  for (const path of filesOf(state)) files[path] = await copyChecked(join(state, path), join(folder, CONTENT, path));
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
  const manifest: Manifest = {
    format: 1,
    kind: "own-server",
    product: version,
    takenAt: now.toISOString(),
    migrations: record.migrations,
    files,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600, flush: true });
  const sums = Object.values(files);
  return { files: sums.length, bytes: sums.reduce((all, { bytes }) => all + bytes, 0), sha256: sha256(text) };
}

/** The real path, even if its last folders do not exist yet. */
function realPlace(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPlace(dirname(path)), basename(path));
}

/** Makes a new folder inside `to`. Throws if the server is running, the state is damaged, or a copy differs. */
export async function takeBackup(state: string, to: string, now = new Date()): Promise<Taken> {
  if (!existsSync(state)) throw new Error(`${state} does not exist: there is nothing to back up`);
  if (`${realPlace(to)}/`.startsWith(`${realpathSync(state)}/`)) throw new Error(`${to} lies inside the data that it is a backup of`);
  // A parent of the state folder has the same files, but servers do not lock it.
  if (filesBelow(join(state, "d1"), (file) => file.endsWith(".sqlite")).length === 0)
    throw new Error(`${state} is no state folder of Seed Desk: it has no database in d1/. Name the folder of npm start's --state.`);
  refusePending(state);
  const folder = join(to, `seed-desk-${stampOf(now)}`);
  const draft = `${folder}.partial`;
  const unlock = lockState(state, "a backup");
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    const taken = await copyInto(draft, state, now);
    renameSync(draft, folder);
    return { folder, ...taken };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
}
