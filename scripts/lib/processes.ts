// Which process made a file. A number alone does not tell: the system gives it to another process later.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Maker {
  readonly pid: number;
  /** When it started, as the system tells it, in letters and digits; empty when it does not run. */
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

export const makerOf = (pid: number): Maker => ({ pid, started: startOf(pid) });

/** This process. */
export const ourselves = makerOf(process.pid);

/** Whether that very process still runs. */
export const isRunning = ({ pid, started }: Maker): boolean => startOf(pid) === started && started !== "";
