// Locks for one process at a time: a file that names its holder and counts only while that process runs.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { parsedJson } from "./json.ts";
import { isRunning, thisProcess } from "./processes.ts";

const Holder = v.object({ pid: v.number(), started: v.string(), doing: v.optional(v.string()) });
export type Holder = v.InferOutput<typeof Holder>;

export interface Lock {
  readonly file: string;
  /** Held while the lock is read or written. Never removed, because a process that waits for it would wait for a deleted file. */
  readonly guard: string;
}

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

/** The holder; undefined also for a file that was only partly written. */
function holderOf(file: string): Holder | undefined {
  const { success, output } = v.safeParse(Holder, parsedJson(textOf(file) ?? ""));
  return success ? output : undefined;
}

/** Runs `work` while holding the guard. SQLite uses locks of the system, which end with the process in any case. */
function withGuard(guard: string, work: () => void): void {
  const held = new DatabaseSync(guard, { timeout: 10_000 });
  try {
    held.exec("BEGIN EXCLUSIVE");
    work();
  } finally {
    held.close();
  }
}

/** Takes the lock and returns the function that releases it. `refuse` must throw for a running holder, and may throw without one. */
export function takeLock({ file, guard }: Lock, refuse: (holder: Holder | undefined) => void, doing?: string): () => void {
  const mine = JSON.stringify({ ...thisProcess, doing } satisfies Holder);
  withGuard(guard, () => {
    const holder = holderOf(file);
    refuse(holder && isRunning(holder) ? holder : undefined);
    writeFileSync(file, mine, { mode: 0o600 });
  });
  return () => {
    if (textOf(file) === mine) rmSync(file, { force: true });
  };
}
