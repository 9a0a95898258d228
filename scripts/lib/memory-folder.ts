// Where the tests keep their files: in memory where there is room. Databases that wait for a disk are most of what they wait for, and
// no test ends the machine, only processes.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Several times what the whole check has in files at once. */
const ROOM = 6 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ROOM;
  } catch {
    return false;
  }
}

/** Gives this process and those that it starts a temporary folder in memory, until it ends. A TMPDIR that somebody chose stays. */
export function keepFilesInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, "seed-desk-tests-"));
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
