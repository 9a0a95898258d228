// Copies this checkout, so that real scripts write their private files and builds where no other test works.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../scripts/lib/paths.ts";
import { copyMessages } from "../support/checkout.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and error, in order of arrival. */
  readonly output: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface Checkout {
  readonly root: string;
  /** Starts `node <args>` there with exactly this environment, plus PATH and HOME. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): Running;
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended>;
  remove(): void;
}

function copySources(into: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of listed.split("\0")) {
    if (file === "" || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(ROOT, file), join(into, file));
  }
}

/** Copies the files that git tracks, and links node_modules, and copies the compiled messages. */
export function makeCheckout(): Checkout {
  const root = mkdtempSync(join(tmpdir(), "seed-desk-operations-"));
  copySources(root);
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  copyMessages(root);
  const home = join(root, ".home");
  mkdirSync(home);
  const start: Checkout["start"] = (args, env) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = new Promise<Ended>((done) => void child.on("close", (code, signal) => done({ code, signal, output })));
    return { child, ended };
  };
  return {
    root,
    start,
    run: (args, env) => start(args, env).ended,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Every file below a folder by its relative path, without following links. */
export function filesOf(folder: string, below = ""): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  // Not with `recursive`: that follows links, and node_modules is one.
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) for (const [inner, bytes] of filesOf(folder, path)) found.set(inner, bytes);
    else if (entry.isFile()) found.set(path, readFileSync(join(folder, path)));
  }
  return found;
}
