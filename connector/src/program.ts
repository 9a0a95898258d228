// Runs the program of an adapter: without a shell, in a process group of its own, with a fresh folder, a stripped environment, and limits.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { env } from "node:process";
import type { Adapter } from "./config.ts";
import { endGroup, startOf } from "./process-group.ts";
import { progressIn, type Result } from "./report-text.ts";
import type { Work } from "./wire.ts";
import { OUTPUT } from "./work-files.ts";

/** Characters that are kept of standard error, and of a line of it. */
const MAX_ERRORS = 8000;
/** Milliseconds that outputs may stay open after the program has ended, before what still holds them is ended. */
const DRAIN = 500;

export interface Program {
  /** Its number and start, by which a restart finds it again; undefined if it could not be started. */
  readonly process: { readonly id: number; readonly start: string } | undefined;
  /** Resolves when nothing of it is left. */
  readonly result: Promise<Result>;
  /** The newest line of progress, once. */
  takeProgress(): string | undefined;
  /** Ends it and everything that it has started. */
  end(): Promise<void>;
}

/** Starts the program with the task on its standard input. */
export function startProgram({ command, environment, seconds, outputBytes }: Adapter, work: Work, folder: string): Program {
  const [file = "", ...fixed] = command;
  const given = Object.fromEntries(environment.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const child = spawn(file, fixed, {
    cwd: folder,
    // The task is no part of the command or of the environment. Its id and kind can't contain anything but letters, digits, - and _.
    env: { ...given, SEED_DESK_WORK_ID: work.id, SEED_DESK_WORK_KIND: work.kind, SEED_DESK_OUTPUT: join(folder, OUTPUT) },
    shell: false,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const group = child.pid;
  const end = async (): Promise<void> => (group === undefined ? undefined : await endGroup(group));
  let limit: Result["ended"] | undefined;
  const stopAt = (by: "time" | "output", most: number): void => {
    limit ??= { by, limit: most };
    void end();
  };

  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    if (bytes + chunk.length > outputBytes) stopAt("output", outputBytes);
    chunks.push(chunk.subarray(0, Math.max(0, outputBytes - bytes)));
    bytes = Math.min(outputBytes, bytes + chunk.length);
  });
  let errors = "";
  let line = "";
  let progress: string | undefined;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-MAX_ERRORS);
    const lines = (line + text).split("\n");
    line = (lines.pop() ?? "").slice(0, MAX_ERRORS);
    for (const each of lines) progress = progressIn(each) ?? progress;
  });
  // A program may end without reading its task.
  child.stdin.on("error", () => undefined);
  child.stdin.end(Buffer.from(work.task, "utf8"));

  const timer = setTimeout(() => stopAt("time", seconds), seconds * 1000);
  const result = (async (): Promise<Result> => {
    const ended = await endOf(child);
    clearTimeout(timer);
    // What it has left running ends too; it may still hold the outputs open.
    await Promise.race([closed(child), pause(DRAIN)]);
    await end();
    await Promise.race([closed(child), pause(DRAIN)]);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    return { output: Buffer.concat(chunks), errors, ended: limit ?? ended };
  })();
  const start = group === undefined ? undefined : startOf(group);
  return {
    process: group === undefined || start === undefined ? undefined : { id: group, start },
    result,
    takeProgress() {
      const taken = progress;
      progress = undefined;
      return taken;
    },
    end,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const closed = (child: ChildProcess): Promise<void> =>
  child.stdout?.closed === true && child.stderr?.closed === true
    ? Promise.resolve()
    : new Promise((resolve) => child.once("close", () => resolve()));
const endOf = (child: ChildProcess): Promise<Result["ended"]> =>
  new Promise((resolve) => {
    child.once("error", (error) => resolve({ by: "start", why: error.message }));
    child.once("exit", (code, name) => resolve(code === null ? { by: "signal", name: name ?? "a signal" } : { by: "exit", code }));
  });
