// One command at a time works on a target: a second one would publish what the first is still building.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { isRunning, type Maker, ourselves } from "./processes.ts";

const Holder = v.object({ pid: v.number(), started: v.string() });

/** Undefined for a damaged file: a crash of the whole machine can leave one. */
function holderIn(text: string): Maker | undefined {
  try {
    return v.parse(Holder, JSON.parse(text));
  } catch {
    return undefined;
  }
}

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

/** Gives the file a second name, unless somebody has that name; both stay whole at every moment. */
function isLinked(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Moves a lock aside whose holder has ended; one that was taken in between goes back. */
function clear(file: string, stale: string): void {
  const aside = `${file}.${randomBytes(8).toString("hex")}`;
  try {
    renameSync(file, aside);
  } catch {
    return; // Another process did.
  }
  if (textOf(aside) !== stale) isLinked(aside, file);
  rmSync(aside);
}

/** Takes the target's folder until this process ends. Throws a sentence while another process has it. */
export function lockTarget(folder: string): () => void {
  const file = join(folder, "lock");
  const mine = JSON.stringify(ourselves);
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, mine, { flag: "wx", mode: 0o600 });
  try {
    const before = textOf(file);
    if (before !== undefined) {
      const holder = holderIn(before);
      if (holder !== undefined && isRunning(holder))
        throw new Error(`Process ${holder.pid} is at work on this target. Nothing was done; run this again when it has ended.`);
      clear(file, before);
    }
    if (!isLinked(draft, file)) throw new Error("Another process has just begun to work on this target. Nothing was done.");
  } finally {
    rmSync(draft);
  }
  const release = (): void => {
    process.off("exit", release);
    if (textOf(file) === mine) rmSync(file);
  };
  process.on("exit", release);
  return release;
}
