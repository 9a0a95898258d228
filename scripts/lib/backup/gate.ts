// Before a restored desk is served, everybody who was erased after the copy was made is erased again.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { D1 } from "../miniflare.ts";
import type { Erasure } from "./erasures.ts";
import { Refused } from "../refused.ts";

/** Inside a restored state folder, until all of it is done. */
export const PENDING = "erase-again.json";

/** The minute schedule may need several runs; this many without any progress means that nothing carries erasures out. */
const PATIENCE = 3;

/** A desk that is up for this alone, with its schedule run by hand. */
export interface Desk {
  readonly db: D1;
  tick(): Promise<void>;
}

/** How far all erasures are, in one text: another one means that something was done. */
async function standOf(db: D1): Promise<string> {
  const { results } = await db
    .prepare("SELECT id, step, cursor, removed FROM contact_erasures WHERE finished_at IS NULL ORDER BY id")
    .all();
  return JSON.stringify(results);
}

/**
 * Nobody else works on the copy, so its erasures wait neither for the lease of a start that was killed, nor behind whatever else
 * fell due since it was made.
 */
const hurry = (db: D1) =>
  db.prepare("UPDATE jobs SET due_at = 0, lease_until = 0 WHERE kind = 'erasure.erase' AND state IN ('queued', 'running')").run();

async function unfinished(db: D1, pending: readonly Erasure[]): Promise<Erasure[]> {
  const { results } = await db.prepare("SELECT project_id, contact_id FROM contact_erasures WHERE finished_at IS NOT NULL").all();
  const done = new Set(results.map((row) => `${String(row["project_id"])} ${String(row["contact_id"])}`));
  return pending.filter(({ projectId, contactId }) => !done.has(`${projectId} ${contactId}`));
}

/** Whether erasures wait in this state folder. */
export const hasPending = (state: string): boolean => existsSync(join(state, PENDING));

/** Throws while erasures wait. */
export function refusePending(state: string): void {
  if (hasPending(state)) throw new Refused("A restore left people to erase again: run npm start first, it does that before it serves.");
}

/**
 * Writes the missing tombstones as unfinished ones, which is how the product marks an erasure that was interrupted, and runs the
 * schedule until they are finished. Answers how many; throws when they are not carried out, and the state then stays unserved.
 */
export async function eraseAgain(state: string, desk: Desk): Promise<number> {
  const file = join(state, PENDING);
  const pending = JSON.parse(readFileSync(file, "utf8")) as readonly Erasure[];
  for (const { id, projectId, contactId, erasedBy, startedAt } of pending)
    await desk.db
      .prepare("INSERT OR IGNORE INTO contact_erasures (id, project_id, contact_id, erased_by, started_at) VALUES (?, ?, ?, ?, ?)")
      .bind(id, projectId, contactId, erasedBy, startedAt)
      .run();
  let [left, stand] = [await unfinished(desk.db, pending), await standOf(desk.db)];
  for (let idle = 0; left.length > 0 && idle < PATIENCE;) {
    await hurry(desk.db);
    await desk.tick();
    const now = await standOf(desk.db);
    idle = now === stand ? idle + 1 : 0;
    [left, stand] = [await unfinished(desk.db, pending), now];
  }
  if (left.length > 0)
    throw new Refused(
      `${left.length} erasures are later than the restored backup and could not be carried out again. ` +
        "Seed Desk won’t start, because it would bring these people’s data back.",
    );
  rmSync(file);
  return pending.length;
}
