// Runs `npm start` as a process with the test's own state folder and variables.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

export interface Started {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** All output so far. */
  printed(): string;
  /** Ends it as systemd does, and waits. */
  stop(): Promise<number | null>;
  /** Ends it as Ctrl-C in a terminal does, which reaches its children too. Answers its exit code and output. */
  interrupt(): Promise<{ readonly code: number | null; readonly said: string }>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((known) => {
    const server = createServer();
    server.once("error", () => known(false));
    server.listen(port, "127.0.0.1", () => server.close(() => known(true)));
  });

/**
 * A free port, for a service that restarts under the same address: below the ephemeral range, so that no other test's connection takes it
 * meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    if (await isFree(port)) return port;
  }
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null ? Promise.resolve(child.exitCode) : new Promise((done) => child.once("exit", done));

/** Starts the script; resolves when it serves, or rejects with its output when it ends instead. */
export async function start(folder: string, vars: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<Started> {
  const file = join(folder, "vars");
  writeFileSync(
    file,
    Object.entries(vars)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(""),
  );
  const port = await freePort();
  const args = [inRoot("scripts/start.ts"), "--port", String(port), "--state", join(folder, "state"), "--vars", file, ...flags];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], detached: true });
  // In its own process group; it still ends with the test.
  process.on("exit", () => child.kill("SIGKILL"));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const at = /running at (\S+)/.exec(output)?.[1];
      if (at !== undefined) resolve(at);
    });
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  const stop = (): Promise<number | null> => {
    child.kill("SIGTERM");
    return ended(child);
  };
  const interrupt = async (): Promise<{ code: number | null; said: string }> => {
    process.kill(-(child.pid ?? 0), "SIGINT");
    return { code: await ended(child), said: output };
  };
  return { url, port, process: child, printed: () => output, stop, interrupt };
}
