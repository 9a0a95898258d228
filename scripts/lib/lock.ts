// One process at a time: a file that names its holder, believed only while that very process runs.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { parsedJson } from "./json.ts";
import { isRunning, ourselves } from "./processes.ts";

const Holder = v.object({ pid: v.number(), started: v.string(), doing: v.optional(v.string()) });
export type Holder = v.InferOutput<typeof Holder>;

export interface Lock {
  readonly file: string;
  /** Whoever looks at the lock holds this file; never removed, or who still waits for it would wait for one that nobody else sees. */
  readonly guard: string;
}

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

/** Undefined also for a file that was cut off while it was written. */
function holderOf(file: string): Holder | undefined {
  const { success, output } = v.safeParse(Holder, parsedJson(textOf(file) ?? ""));
  return success ? output : undefined;
}

/** SQLite holds the guard by the system's own locks, which end with a process however it ends. */
function alone(guard: string, work: () => void): void {
  const held = new DatabaseSync(guard, { timeout: 10_000 });
  try {
    held.exec("BEGIN EXCLUSIVE");
    work();
  } finally {
    held.close();
  }
}

/** Takes the lock and answers how to give it back. `refuse` throws for a holder that runs, and may throw without one. */
export function takeLock({ file, guard }: Lock, refuse: (holder: Holder | undefined) => void, doing?: string): () => void {
  const mine = JSON.stringify({ ...ourselves, doing } satisfies Holder);
  alone(guard, () => {
    const holder = holderOf(file);
    refuse(holder && isRunning(holder) ? holder : undefined);
    writeFileSync(file, mine, { mode: 0o600 });
  });
  return () => {
    if (textOf(file) === mine) rmSync(file, { force: true });
  };
}
