// Process groups: a program and everything that it starts, ended together.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { kill, platform } from "node:process";

/** Milliseconds that a group has after being asked to end, before it is ended by force. */
const GRACE = 3000;
const POLL = 50;

/** Whether this system has process groups. Without them nothing is run, because its children could not be ended. */
export const HAS_GROUPS = platform !== "win32";

function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    kill(-group, name);
    return true;
  } catch (error) {
    // EPERM: what is left belongs to somebody else (setuid), or on macOS has ended and waits to be collected.
    return (error as NodeJS.ErrnoException).code === "EPERM" && name === 0;
  }
}
async function isGoneWithin(group: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += POLL) {
    if (!signal(group, 0)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
  return !signal(group, 0);
}
/** Ends a process group: SIGTERM, and three seconds later SIGKILL. Resolves when none of it is left, or a second after the latter. */
export async function endGroup(group: number): Promise<void> {
  if (!signal(group, "SIGTERM")) return;
  if (await isGoneWithin(group, GRACE)) return;
  signal(group, "SIGKILL");
  await isGoneWithin(group, 1000);
}

/**
 * When a process was started, as the system counts it; undefined if there is none. With its number this names a process for good, while a
 * number alone is used again.
 */
export function startOf(process: number): string | undefined {
  if (platform === "linux") {
    try {
      // The name of the program, in brackets, may contain anything. The 22nd field counts from the start of the system.
      const fields = readFileSync(`/proc/${process}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
      return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  const { status, stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(process)], { encoding: "utf8" });
  return status === 0 && stdout.trim() !== "" ? stdout.trim() : undefined;
}
