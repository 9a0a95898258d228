// One process at a time works on a state folder: a server, a backup or a restore. Two runtimes on one set of database files
// would harm them, and a copy of files in use is no backup.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuseHalfRestored } from "./places.ts";
import { Refused } from "../refused.ts";

export type Doing = "serving" | "a backup" | "a restore";

interface Holder {
  readonly pid: number;
  /** When the process started, as the system counts it: a process that was given the same number later is another one. */
  readonly started: string;
  readonly doing: Doing;
}

/** Inside the state folder, so that it goes wherever the folder is moved; never copied. */
export const LOCK_FILE = ".in-use";

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

/** Takes the folder, making it when it is not there, and answers how to give it back. Throws a sentence while another process has it, or a restore was cut off. */
export function lockState(state: string, doing: Doing): () => void {
  if (doing !== "a restore") refuseHalfRestored(state);
  mkdirSync(state, { recursive: true });
  const file = join(state, LOCK_FILE);
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), doing } satisfies Holder);
  const holder = holderOf(file);
  if (holder !== undefined && isAlive(holder))
    throw new Refused(`${state} is in use by process ${holder.pid} (${holder.doing}). Stop it first, then try again.`);
  rmSync(file, { force: true }); // Its owner was killed.
  try {
    writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
  } catch {
    throw new Refused(`${state} was taken by another process just now. Try again.`);
  }
  return () => {
    // A restore moves the folder away with the lock in it.
    if (existsSync(file) && readFileSync(file, "utf8") === mine) rmSync(file, { force: true });
  };
}
