// Locks a state folder for one process at a time: a server, a backup or a restore. Two runtimes on the same database files would damage
// them, and a copy of files in use is not a usable backup.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { takeLock } from "../lock.ts";
import { Refused } from "../refused.ts";
import { refuseHalfRestored } from "./places.ts";

export type LockPurpose = "serving" | "a backup" | "a restore" | "setup" | "deploy" | "an import" | "an export";

/** Lock file in the state folder, so that it moves with the folder; never copied. */
export const LOCK_FILE = ".in-use";
const GUARD = `${LOCK_FILE}-guard`;

/** Whether a name, in lower case, is one of the lock files. */
export const isLock = (name: string): boolean => name === LOCK_FILE || name === GUARD;

/** Locks the folder, creating it if needed, and returns the function that unlocks it. Throws while another process holds it, or after an interrupted restore. */
export function lockState(state: string, doing: LockPurpose): () => void {
  const refuseUnfit = (): void => void (doing === "a restore" || refuseHalfRestored(state));
  refuseUnfit(); // Before anything is created.
  mkdirSync(state, { recursive: true });
  const lock = { file: join(state, LOCK_FILE), guard: join(state, GUARD) };
  return takeLock(
    lock,
    (holder) => {
      if (holder) throw new Refused(`${state} is in use by process ${holder.pid} (${holder.doing}). Stop it first, then try again.`);
      refuseUnfit(); // A restore may have been interrupted meanwhile.
    },
    doing,
  );
}
