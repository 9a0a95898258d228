// Makes a second checkout of the working files, with a repository and a fixed commit of its own.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";

const NOT_COPIED = /^(node_modules|connector\/node_modules|\.tools|\.wrangler|dist|\.generated|\.git|\.seed|\.dev\.vars.*)$/;

/** A fixed committer and date: the commit id is the same in every copy. */
const WHO = {
  GIT_AUTHOR_NAME: "A Test",
  GIT_AUTHOR_EMAIL: "test@example.test",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "A Test",
  GIT_COMMITTER_EMAIL: "test@example.test",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

export const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", env: { ...process.env, ...WHO }, stdio: ["ignore", "pipe", "pipe"] });

/** A reason to skip when the machine has no git; false when it has. */
export function withoutGit(): string | false {
  try {
    git(tmpdir(), "--version");
    return false;
  } catch {
    return "git is not installed here";
  }
}

/**
 * Copies the compiled messages with their stamp, when there are any, so that the copy does not compile the same messages again: that is
 * eight seconds of processor. The stamp holds for the copy's own sources, so a copy whose messages differ still compiles them.
 */
export function copyMessages(into: string): void {
  for (const name of ["messages", "messages.stamp"]) {
    const from = inRoot(".generated", name);
    if (existsSync(from)) cpSync(from, join(into, ".generated", name), { recursive: true });
  }
}

/** A copy of the working files that shares this checkout's dependencies. The caller removes it. */
export function copyOfFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), "seed-desk-checkout-"));
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) });
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** The same, committed. */
export function copyOfCheckout(): string {
  const folder = copyOfFiles();
  git(folder, "init", "-q", "-b", "main");
  writeFileSync(join(folder, ".git/info/exclude"), "node_modules\n");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "Everything");
  return folder;
}
