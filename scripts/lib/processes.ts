// Identifies processes by number and start time, because the system reuses numbers.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time as the system reports it, in letters and digits; empty if the process does not run. */
  readonly started: string;
}

function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "" : (fields[19] ?? "");
  } catch {
    if (process.platform === "linux") return "";
    return (spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "").replaceAll(/[^0-9A-Za-z]/g, "");
  }
}

export const identityOf = (pid: number): ProcessIdentity => ({ pid, started: startOf(pid) });

/** This process. */
export const thisProcess = identityOf(process.pid);

/** Whether exactly this process still runs. */
export const isRunning = ({ pid, started }: ProcessIdentity): boolean => startOf(pid) === started && started !== "";
