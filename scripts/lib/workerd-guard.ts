// workerd outlives a Node that was killed hard and keeps its port; the next start would then be answered by the old
// process. A shell waits for our pipe to close, however we end, and then ends it.
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

type RuntimeEnded = () => void;

const listeners = new Set<RuntimeEnded>();
let guarding = false;

/** Ends the process with us, even when we are killed; a negative id names its whole group. */
export function endWithUs(child: ChildProcess, id = child.pid): void {
  const watcher = spawn("sh", ["-c", `read -r _; kill -9 ${id}`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  (watcher.stdin as { unref?: () => void }).unref?.();
  child.once("exit", () => watcher.kill());
}

function guard(runtime: ChildProcess): void {
  endWithUs(runtime);
  runtime.once("exit", () => {
    for (const listener of listeners) listener();
  });
}

/** Call before the first runtime starts. */
export function guardRuntimes(): void {
  if (guarding) return;
  guarding = true;
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => {
      if (child.spawnfile.includes("workerd")) guard(child);
    });
  });
}

/** Told whenever a runtime of this process ends, expected or not. */
export function onRuntimeEnd(listener: RuntimeEnded): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
