// Replaces a self-hosted server's state by a backup. It can be interrupted at any step: either the old data is still in place, or the copy
// is complete and the next run finishes. Nothing is deleted.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrations } from "../migrations.ts";
import { type Erasure, type StateRecord, readStateRecord, unfinishedIn, readJournal } from "./erasures.ts";
import { copyChecked, differences, checkpointDatabases } from "./files.ts";
import { PENDING } from "./gate.ts";
import { isLock, LOCK_FILE, lockState } from "./lock.ts";
import { CONTENT, type Manifest, readManifest } from "./manifest.ts";
import { ORIGIN, type Places, placesOf, stampOf } from "./places.ts";
import { holdUnsentMail } from "./unsent-mail.ts";

export interface RestoreOptions {
  readonly state: string;
  readonly from: string;
  /** Allows moving existing data aside. */
  readonly replace: boolean;
  /** A journal of erasures from elsewhere. */
  readonly erasures?: string | undefined;
  /** The administrator confirms that nobody was erased after the backup. */
  readonly noLaterErasures: boolean;
}

export interface Restored {
  readonly takenAt: string;
  /** Erasures that run again before anything is served. */
  readonly pending: number;
  /** Path of the replaced data. */
  readonly replaced: string | undefined;
}

/** Whether the folder contains data; an empty one or one with only a lock does not. */
const holdsData = (state: string): boolean => existsSync(state) && readdirSync(state).some((name) => !isLock(name));

/** All erasures that may be later than the copy. Throws if there is no record of them on this machine. */
function gatherErasures(copy: StateRecord, { state, erasures, noLaterErasures }: RestoreOptions, places: Places): Erasure[] {
  const current = readStateRecord(state);
  const ours = current?.installation === copy.installation ? current : undefined;
  const journal = places.journal(copy.installation);
  const known = ours !== undefined || existsSync(journal) || erasures !== undefined || copy.installation === "none";
  if (!known && !noLaterErasures)
    throw new Error(
      "This machine has no record of who was erased after this backup was made, and a restore must not bring them back.\n" +
        "Give the journal of the lost machine with --erasures <file>, or pass --no-later-erasures if you’re sure that nobody was.",
    );
  if (erasures !== undefined && !existsSync(erasures)) throw new Error(`${erasures} does not exist`);
  const named = /erasures-([0-9a-f]{16})\.jsonl$/.exec(erasures ?? "")?.[1];
  if (named !== undefined && named !== copy.installation) throw new Error(`${erasures} is the journal of another installation`);
  return [...readJournal(journal), ...(erasures === undefined ? [] : readJournal(erasures)), ...(ours?.erasures ?? [])];
}

type Read = ReturnType<typeof readManifest>;

interface Origin {
  readonly from: string;
  /** SHA-256 of the backup's manifest. */
  readonly manifest: string;
}

/** Copies and checks everything next to the state; returns the erasures to repeat. */
async function stage({ manifest, sum: origin }: Read, options: RestoreOptions, places: Places): Promise<Erasure[]> {
  rmSync(places.partial, { recursive: true, force: true });
  for (const [path, sum] of Object.entries(manifest.files))
    await copyChecked(join(options.from, CONTENT, path), join(places.partial, path), sum);
  checkpointDatabases(places.partial);
  holdUnsentMail(places.partial);
  const copy = readStateRecord(places.partial);
  if (copy === undefined) throw new Error("the backup holds no database of this product");
  const later = unfinishedIn(copy, gatherErasures(copy, options, places));
  if (later.length > 0) writeFileSync(join(places.partial, PENDING), JSON.stringify(later), { mode: 0o600, flush: true });
  writeFileSync(join(places.partial, ORIGIN), JSON.stringify({ from: options.from, manifest: origin } satisfies Origin), {
    mode: 0o600,
    flush: true,
  });
  renameSync(places.partial, places.restored);
  return later;
}

const pendingIn = (folder: string): number =>
  existsSync(join(folder, PENDING)) ? (JSON.parse(readFileSync(join(folder, PENDING), "utf8")) as unknown[]).length : 0;

/** Throws if the complete copy is of another backup than the given one. */
function refuseOther({ restored }: Places, sum: string): void {
  const file = join(restored, ORIGIN);
  const origin = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Origin) : undefined;
  if (origin?.manifest === sum) return;
  throw new Error(
    `${restored} is what an interrupted restore of another backup left. Finish that first: --from ${origin?.from ?? "<that backup>"}\n` +
      `If that backup is gone, move ${restored} away.`,
  );
}

/** Replaces the state by the copy, in two renames; an earlier run may have done the first. */
function swap(places: Places, now: Date): string | undefined {
  const replaced = holdsData(places.state) ? places.replaced(stampOf(now)) : undefined;
  if (replaced !== undefined) {
    renameSync(places.state, replaced);
    rmSync(join(replaced, LOCK_FILE), { force: true });
  } else rmSync(places.state, { recursive: true, force: true });
  renameSync(places.restored, places.state);
  return replaced;
}

async function refuseUnfit(manifest: Manifest, from: string): Promise<void> {
  const known = new Set(readMigrations().map(({ file }) => file));
  const unknown = manifest.migrations.filter((file) => !known.has(file));
  if (unknown.length > 0)
    throw new Error(`The backup was made by a newer version (${manifest.product}): this one does not know ${unknown.join(", ")}`);
  const wrong = await differences(join(from, CONTENT), manifest.files);
  if (wrong.length > 0) throw new Error(`The backup was altered; nothing was changed:\n${wrong.join("\n")}`);
}

/** Restores. Throws if the server is running, data would be replaced without `replace`, or the backup is incomplete. */
export async function restoreBackup(options: RestoreOptions, now = new Date()): Promise<Restored> {
  const places = placesOf(options.state);
  const read = readManifest(options.from);
  const continues = (): boolean => {
    if (existsSync(places.restored)) {
      refuseOther(places, read.sum);
      return true;
    }
    if (holdsData(options.state) && !options.replace)
      throw new Error(`${options.state} contains data. Pass --replace to move it aside; it isn’t deleted.`);
    return false;
  };
  if (!continues()) await refuseUnfit(read.manifest, options.from);
  const unlock = lockState(options.state, "a restore");
  try {
    // Checked again under the lock: another restore may have run since.
    const pending = continues() ? pendingIn(places.restored) : (await stage(read, options, places)).length;
    return { takenAt: read.manifest.takenAt, pending, replaced: swap(places, now) };
  } finally {
    unlock();
  }
}
