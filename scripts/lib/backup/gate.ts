// Repeats erasures after a restore: before a restored installation is served, everybody erased since the backup is erased again.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { D1 } from "../miniflare.ts";
import type { Erasure } from "./erasures.ts";
import { Refused } from "../refused.ts";

/** File in a restored state folder that lists the erasures to repeat; removed when all are done. */
export const PENDING = "erase-again.json";

/** Runs of the schedule without progress after which the erasures have failed. */
const MAX_IDLE_RUNS = 3;

/** An installation that runs only for the erasures, with its schedule run manually. */
export interface RunningProduct {
  readonly db: D1;
  tick(): Promise<void>;
}

/** The progress of all erasures as one text, which changes whenever a step was done. */
async function progressOf(db: D1): Promise<string> {
  const { results } = await db
    .prepare("SELECT id, step, cursor, removed FROM contact_erasures WHERE finished_at IS NULL ORDER BY id")
    .all();
  return JSON.stringify(results);
}

/**
 * Makes erasure jobs due at once. Nobody else uses the copy, so they need not wait for an old lease, nor behind other jobs that became due
 * since the backup.
 */
const makeDue = (db: D1) =>
  db.prepare("UPDATE jobs SET due_at = 0, lease_until = 0 WHERE kind = 'erasure.erase' AND state IN ('queued', 'running')").run();

async function unfinished(db: D1, pending: readonly Erasure[]): Promise<Erasure[]> {
  const { results } = await db.prepare("SELECT project_id, contact_id FROM contact_erasures WHERE finished_at IS NOT NULL").all();
  const done = new Set(results.map((row) => `${String(row["project_id"])} ${String(row["contact_id"])}`));
  return pending.filter(({ projectId, contactId }) => !done.has(`${projectId} ${contactId}`));
}

/** Whether erasures are pending in this state folder. */
export const hasPending = (state: string): boolean => existsSync(join(state, PENDING));

/** Throws while erasures are pending. */
export function refusePending(state: string): void {
  if (hasPending(state)) throw new Refused("A restore left people to erase again: run npm start first, it does that before it serves.");
}

/**
 * Writes the missing tombstones as unfinished, as after an interrupted erasure, and runs the schedule until they are finished. Returns
 * their number; throws if they cannot be finished, and then the state must not be served.
 */
export async function eraseAgain(state: string, product: RunningProduct): Promise<number> {
  const file = join(state, PENDING);
  const pending = JSON.parse(readFileSync(file, "utf8")) as readonly Erasure[];
  for (const { id, projectId, contactId, erasedBy, startedAt } of pending)
    await product.db
      .prepare("INSERT OR IGNORE INTO contact_erasures (id, project_id, contact_id, erased_by, started_at) VALUES (?, ?, ?, ?, ?)")
      .bind(id, projectId, contactId, erasedBy, startedAt)
      .run();
  let [left, progress] = [await unfinished(product.db, pending), await progressOf(product.db)];
  for (let idle = 0; left.length > 0 && idle < MAX_IDLE_RUNS;) {
    await makeDue(product.db);
    await product.tick();
    const now = await progressOf(product.db);
    idle = now === progress ? idle + 1 : 0;
    [left, progress] = [await unfinished(product.db, pending), now];
  }
  if (left.length > 0)
    throw new Refused(
      `${left.length} erasures are later than the restored backup and could not be carried out again. ` +
        "Seed Desk won’t start, because it would bring these people’s data back.",
    );
  rmSync(file);
  return pending.length;
}
