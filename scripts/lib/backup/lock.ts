// One process at a time works on a state folder: a server, a backup or a restore. Two runtimes on one set of database files
// would harm them, and a copy of files in use is no backup.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { refuseHalfRestored } from "./places.ts";
import { Refused } from "../refused.ts";

export type Doing = "serving" | "a backup" | "a restore" | "setup" | "deploy";

interface Holder {
  readonly pid: number;
  /** When the process started, as the system counts it: a process that was given the same number later is another one. */
  readonly started: string;
  readonly doing: Doing;
}

/** Inside the state folder, so that it goes wherever the folder is moved; never copied. */
export const LOCK_FILE = ".in-use";
/** Never removed: whoever still waits for it would wait for a file that nobody else sees. */
const GUARD = `${LOCK_FILE}-guard`;

/** Whether a file of a state folder is one of ours here, in lower case. */
export const isLock = (name: string): boolean => name === LOCK_FILE || name === GUARD;

/** When a process started, in the words of Linux's process table; "" where there is none, "ended" for one that nobody has buried. */
function startOf(pid: number): string {
  let fields: string[];
  try {
    fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return "";
  }
  return fields[0] === "Z" || fields[0] === "X" ? "ended" : (fields[19] ?? "");
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return startOf(pid) === started;
}

function holderOf(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return undefined; // Cut off while it was written, or just released.
  }
}

/** One process at a time looks at the lock and takes it. SQLite holds the guard by the system's own locks, which end with a process however it ends. */
function alone(state: string, work: () => void): void {
  const guard = new DatabaseSync(join(state, GUARD), { timeout: 10_000 });
  try {
    guard.exec("BEGIN EXCLUSIVE");
    work();
  } finally {
    guard.close();
  }
}

/** Takes the folder, making it when it is not there, and answers how to give it back. Throws a sentence while another process has it, or a restore was cut off. */
export function lockState(state: string, doing: Doing): () => void {
  const refuseUnfit = (): void => void (doing === "a restore" || refuseHalfRestored(state));
  refuseUnfit(); // Before anything is made.
  mkdirSync(state, { recursive: true });
  const file = join(state, LOCK_FILE);
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), doing } satisfies Holder);
  alone(state, () => {
    const holder = holderOf(file);
    if (holder !== undefined && isAlive(holder))
      throw new Refused(`${state} is in use by process ${holder.pid} (${holder.doing}). Stop it first, then try again.`);
    refuseUnfit(); // A restore may have been cut off meanwhile.
    writeFileSync(file, mine, { mode: 0o600 });
  });
  return () => {
    // A restore moves the folder away with the lock in it.
    if (existsSync(file) && readFileSync(file, "utf8") === mine) rmSync(file, { force: true });
  };
}
