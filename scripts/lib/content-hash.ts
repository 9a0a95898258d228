// Hashes files and folders, so that work whose inputs did not change can be skipped.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./paths.ts";

/** SHA-256 of a text, in hex. */
export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");

/** Every file below `path` (or `path` itself), sorted; none if it does not exist. */
export function filesBelow(path: string, wanted: (file: string) => boolean = () => true): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return wanted(path) ? [path] : [];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(wanted)
    .sort();
}

/** One hash over names and contents. */
export function hashOf(paths: readonly string[], wanted?: (file: string) => boolean): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesBelow(path, wanted))) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Whether the stamp file contains this value. */
export const isStamped = (stamp: string, value: string): boolean => existsSync(stamp) && readFileSync(stamp, "utf8") === value;

/** Writes the stamp file. */
export function writeStamp(stamp: string, value: string): void {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}
