// Ends workerd when this process ends, even by SIGKILL. Otherwise it would keep its port, and answer in place of the next start.
// A shell waits for the pipe from this process to close, and then kills workerd.
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

type RuntimeEnded = () => void;

const listeners = new Set<RuntimeEnded>();
let guarding = false;

/** Makes the child end with this process, even by SIGKILL; a negative id kills its process group. */
export function endWithParent(child: ChildProcess, id = child.pid): void {
  const watcher = spawn("sh", ["-c", `read -r _; kill -9 ${id}`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  (watcher.stdin as { unref?: () => void }).unref?.();
  child.once("exit", () => watcher.kill());
}

function guard(runtime: ChildProcess): void {
  endWithParent(runtime);
  runtime.once("exit", () => {
    for (const listener of listeners) listener();
  });
}

/** Guards every workerd that this process starts. Call before the first one. */
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

/** Calls the listener whenever a runtime of this process ends, expected or not. Returns the function that removes it. */
export function onRuntimeEnd(listener: RuntimeEnded): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
