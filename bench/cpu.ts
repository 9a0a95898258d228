// Processor time of a local runtime, from /proc. Unlike milliseconds it hardly depends on what else the machine does.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const SETTLES_MS = 20;

/** The runtimes that this process has started. Empty where there is no /proc. */
export function runtimes(): string[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && isOwnRuntime(pid));
}
function isOwnRuntime(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return stat.includes("(workerd)") && Number(parent) === process.pid;
  } catch {
    return false; // It ended meanwhile.
  }
}

/** Milliseconds of processor time that a process has used, once it has finished what it does after its responses. */
export async function processorTime(pid: string | undefined): Promise<number> {
  if (pid === undefined) return Number.NaN;
  await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // A thread that has ended.
    }
  }
  return nanoseconds / 1_000_000;
}
