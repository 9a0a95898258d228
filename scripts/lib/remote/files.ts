// The private folder of one installation: `.seed/deployment/<prefix>`, readable only by its owner and never under version control.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { inRoot } from "../paths.ts";
import { isRunning, thisProcess } from "../processes.ts";

/** Temporary files that belong to the process in their name. */
const TEMPORARY = /(?:^secrets|\.draft)-(\d+)-([0-9A-Za-z]*)-[0-9a-f]+(?:\.json)?$/;

const processSuffix = (): string => `${thisProcess.pid}-${thisProcess.started}-${randomBytes(8).toString("hex")}`;

/** The path of the folder. */
export const privateFolder = (prefix: string, root = inRoot(".seed")): string => join(root, "deployment", prefix);

/** Removes temporary files that killed runs left in a folder. Call before this process has files there: those of its own number count as stale. */
export function removeStaleFiles(folder: string): void {
  for (const file of readdirSync(folder)) {
    const [, pid, started = ""] = TEMPORARY.exec(file) ?? [];
    if (pid === undefined) continue;
    if (Number(pid) === process.pid || !isRunning({ pid: Number(pid), started })) rmSync(join(folder, file), { force: true });
  }
}

/** Creates the folder, makes it private, and removes stale files. */
export function openPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of [folder, join(folder, ".."), join(folder, "../..")]) chmodSync(path, 0o700);
  removeStaleFiles(folder);
}

/** Writes a new file that only its owner can read; it must not exist. */
function writeNew(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, text); // with a handle it writes everything or throws
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a private file atomically. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.draft-${processSuffix()}`;
  writeNew(draft, text);
  renameSync(draft, file);
}

/** The text of a private file; undefined if it does not exist. */
export const readPrivate = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

/**
 * Passes the secrets as a file, which is removed however the process ends. Only SIGKILL leaves it behind; the next run removes it first.
 */
export async function withSecretsFile<T>(
  folder: string,
  secrets: Readonly<Record<string, string>>,
  run: (file: string) => Promise<T>,
): Promise<T> {
  const file = join(folder, `secrets-${processSuffix()}.json`);
  const remove = (): void => rmSync(file, { force: true });
  process.on("exit", remove); // signals end the scripts through process.exit
  try {
    writeNew(file, JSON.stringify(secrets));
    return await run(file);
  } finally {
    remove();
    process.off("exit", remove);
  }
}
