// Starts serve-child.ts as a process, finds its runtime, and can kill either of them.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { vars } from "./load.ts";

export interface Child {
  readonly url: string;
  readonly pid: number;
  /** The process id of workerd. */
  readonly runtime: number;
  /** Everything printed so far. */
  output(): string;
  kill(whom: "runtime" | "parent"): Promise<void>;
  /** Ends it with SIGTERM. */
  stop(): Promise<void>;
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A killed process remains a zombie until its parent reaps it.
    return !spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .stdout.trim()
      .startsWith("Z");
  } catch {
    return false;
  }
};
async function untilGone(...pids: number[]): Promise<void> {
  for (const end = Date.now() + 10_000; pids.some(alive); await new Promise((r) => setTimeout(r, 10)))
    if (Date.now() > end) throw new Error(`still alive: ${pids.filter(alive).join(", ")}`);
}

const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

export async function serveChild(options: { state: string; port: number; vars?: Record<string, string> }): Promise<Child> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "serve-child.ts"), options.state, String(options.port)], {
    env: { ...process.env, CHAOS_VARS: JSON.stringify(options.vars ?? vars()) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: string): void => {
      output += chunk;
      const line = /^(http:\/\/\S+)$/m.exec(output)?.[1];
      if (line !== undefined) resolve(line);
    };
    child.stdout.setEncoding("utf8").on("data", onOutput);
    child.stderr.setEncoding("utf8").on("data", onOutput);
    child.once("exit", () => reject(new Error(`the service did not start: ${output}`)));
  });
  const pid = child.pid ?? 0;
  const listed = spawnSync("ps", ["-o", "pid=,comm=", "--ppid", String(pid)], { encoding: "utf8" }).stdout;
  const runtime = Number(/^\s*(\d+)\s+workerd/m.exec(listed)?.[1]);
  if (!Number.isInteger(runtime)) throw new Error(`no runtime among: ${listed}`);
  const ended = (): Promise<void> =>
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once("exit", () => resolve()))
      : Promise.resolve();
  return {
    url,
    pid,
    runtime,
    output: () => output,
    async kill(whom) {
      const exit = ended();
      if (whom === "runtime") {
        process.kill(runtime, "SIGKILL");
        await untilGone(runtime);
      }
      child.kill("SIGKILL");
      await exit;
      // The process's guard ends the runtime.
      await untilGone(runtime);
      children.delete(child);
    },
    async stop() {
      const exit = ended();
      child.kill("SIGTERM");
      await exit;
      children.delete(child);
    },
  };
}
