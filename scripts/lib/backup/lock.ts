// One process at a time works on a state folder: a server, a backup or a restore. Two runtimes on one set of database files
// would harm them, and a copy of files in use is no backup.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { takeLock } from "../lock.ts";
import { Refused } from "../refused.ts";
import { refuseHalfRestored } from "./places.ts";

export type Doing = "serving" | "a backup" | "a restore" | "setup" | "deploy";

/** Inside the state folder, so that it goes wherever the folder is moved; never copied. */
export const LOCK_FILE = ".in-use";
const GUARD = `${LOCK_FILE}-guard`;

/** Whether a file of a state folder is one of ours here, in lower case. */
export const isLock = (name: string): boolean => name === LOCK_FILE || name === GUARD;

/** Takes the folder, making it when it is not there, and answers how to give it back. Throws a sentence while another process has it, or a restore was cut off. */
export function lockState(state: string, doing: Doing): () => void {
  const refuseUnfit = (): void => void (doing === "a restore" || refuseHalfRestored(state));
  refuseUnfit(); // Before anything is made.
  mkdirSync(state, { recursive: true });
  const lock = { file: join(state, LOCK_FILE), guard: join(state, GUARD) };
  return takeLock(
    lock,
    (holder) => {
      if (holder) throw new Refused(`${state} is in use by process ${holder.pid} (${holder.doing}). Stop it first, then try again.`);
      refuseUnfit(); // A restore may have been cut off meanwhile.
    },
    doing,
  );
}
