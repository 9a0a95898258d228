// Runs child processes of the scripts. None outlives the script that started it, and a failing one shows its output.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.ts";
import { endWithParent } from "./workerd-guard.ts";

const running = new Set<ChildProcess>();

/** Kills a child with its process group, which includes everything that it started. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Already ended.
  }
}
const endAll = (): void => running.forEach(end);
process.on("exit", endAll);

/** Ends the script and its children on a signal, or when the bootstrap process that started it is gone. */
export function stopOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.on(signal, () => process.exit(130));
  process.on("disconnect", () => process.exit(130));
}

export interface Ran {
  readonly ok: boolean;
  readonly output: string;
  /** How it ended: "exit code 1", "SIGKILL", "no end within 600 s". */
  readonly end: string;
  readonly ms: number;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Also prints the output as it arrives. */
  readonly live?: boolean;
  readonly cwd?: string;
  /** The child must also end when this script is killed. */
  readonly endsWithParent?: boolean;
  /** Milliseconds after which the child is killed. */
  readonly limitMs?: number;
}

/** No colours in captured output and no network chatter from wrangler. */
export const QUIET_ENV: Readonly<Record<string, string>> = {
  CI: "1",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  X_LOCAL_EXPLORER: "false",
  X_LOCAL_OBSERVABILITY: "false",
};

/** Runs a command of the checkout to its end. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const began = performance.now();
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET_ENV, ...options.env };
  delete env["FORCE_COLOR"]; // Node warns when both are set.
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  if (options.endsWithParent && child.pid !== undefined) endWithParent(child, -child.pid);
  let output = "";
  const keep = (chunk: string): void => {
    output += chunk;
    if (options.live) process.stdout.write(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  return new Promise((done) => {
    let late: string | undefined;
    const { limitMs } = options;
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            late = `no end within ${limitMs / 1000} s`;
            end(child);
          }, limitMs);
    const finish = (how: string, more = ""): void => {
      running.delete(child);
      clearTimeout(timer);
      done({ ok: how === "exit code 0", output: output + more, end: late ?? how, ms: performance.now() - began });
    };
    child.on("error", (error) => finish("not started", `${error.message}\n`));
    child.on("close", (code, signal) => finish(signal ?? `exit code ${code}`));
  });
}

/** Runs a script of the checkout with this Node. */
export const runNode = (args: readonly string[], options?: RunOptions): Promise<Ran> => run(process.execPath, args, options);

/** Packages whose name differs from their program. */
const PACKAGES: Readonly<Record<string, string>> = { playwright: "@playwright/test", depcruise: "dependency-cruiser", tsc: "typescript" };

/** Runs a program of a dependency with this Node: the scripts in node_modules/.bin use the first one on the PATH, which may be older. */
export function runBin(name: string, args: readonly string[], options?: RunOptions): Promise<Ran> {
  const folder = join(ROOT, "node_modules", PACKAGES[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly bin: Readonly<Record<string, string>> };
  return runNode([join(folder, bin[name] ?? ""), ...args], options);
}

/** Throws with the output of a command that failed. */
export async function must(what: string, ran: Promise<Ran>): Promise<void> {
  const { ok, output } = await ran;
  if (!ok) throw new Error(`${output.trimEnd()}\n\n${what} failed.`);
}

/** For the top level of a script: prints the message of an error, without a stack, and exits with 1. */
export async function orExit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
