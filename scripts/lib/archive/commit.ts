// Reads the files of the checked-out commit from git's object store, so that uncommitted files cannot get into the archive.
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { ROOT } from "../paths.ts";
import type { Entry } from "./tar.ts";

/** Limit for the output of git, large enough for any source tree. */
const MAX_BYTES = 512 * 1024 * 1024;

const git = (args: readonly string[], input?: string): Buffer =>
  execFileSync("git", ["-C", ROOT, ...args], { input, maxBuffer: MAX_BYTES, stdio: ["pipe", "pipe", "pipe"] });
const text = (args: readonly string[]): string => git(args).toString("utf8").trimEnd();

/** Throws unless this folder is the root of a repository, and not an unpacked archive inside another repository. */
export function requireRepository(): void {
  let top: string;
  try {
    top = text(["rev-parse", "--show-toplevel"]);
  } catch {
    throw new Error("The artifact is made of a commit, and this folder is no git repository (or git is not installed).");
  }
  if (realpathSync(top) !== realpathSync(ROOT))
    throw new Error(`The artifact is made of a commit, and this folder belongs to the repository ${top}.`);
}

/** Files that differ from the commit: changed, new or deleted. */
export const uncommitted = (): string[] => text(["status", "--porcelain", "--untracked-files=all"]).split("\n").filter(Boolean);

/** The full id of the checked-out commit. */
export const commitId = (): string => text(["rev-parse", "HEAD"]);

const KINDS: Readonly<Record<string, boolean>> = { "100644": false, "100755": true };

/** Every file of the commit. Refuses symbolic links and submodules, whose meaning would depend on where the archive is unpacked. */
export function filesOfCommit(): Entry[] {
  const rows = text(["ls-tree", "-r", "-z", "HEAD"])
    .split("\0")
    .filter(Boolean)
    .map((row) => /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(row) ?? []);
  for (const [, mode = "", , path] of rows)
    if (!(mode in KINDS)) throw new Error(`${path}: a symbolic link or submodule cannot be delivered`);
  const blobs = git(["cat-file", "--batch"], rows.map(([, , id]) => `${id}\n`).join(""));
  let at = 0;
  return rows.map(([, mode = "", , path = ""]) => {
    const start = blobs.indexOf("\n", at) + 1;
    const size = Number(blobs.toString("utf8", at, start).split(" ").at(2));
    at = start + size + 1;
    return { path, bytes: blobs.subarray(start, start + size), executable: KINDS[mode] ?? false };
  });
}
