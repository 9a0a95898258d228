// Locks a target for one command at a time: a second one would publish what the first is still building.
import { join } from "node:path";
import { takeLock } from "../lock.ts";

/** Locks the target's folder until this process ends. Throws while another process holds it. */
export function lockTarget(folder: string): () => void {
  const unlock = takeLock({ file: join(folder, "lock"), guard: `${folder}.guard` }, (holder) => {
    if (holder) throw new Error(`Process ${holder.pid} is at work on this target. Nothing was done; run this again when it has ended.`);
  });
  const release = (): void => {
    process.off("exit", release);
    unlock();
  };
  process.on("exit", release);
  return release;
}
