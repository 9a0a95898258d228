// The private folder of one installation: `.seed/deployment/<prefix>`, for its owner's eyes only and never under version control.
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
import { isRunning, ourselves } from "../processes.ts";

/** Files that only live as long as the process in their name. */
const PASSING = /(?:^secrets|\.draft)-(\d+)-([0-9A-Za-z]*)-[0-9a-f]+(?:\.json)?$/;

const passing = (): string => `${ourselves.pid}-${ourselves.started}-${randomBytes(8).toString("hex")}`;

/** The folder, without making it. */
export const privateFolder = (prefix: string, root = inRoot(".seed")): string => join(root, "deployment", prefix);

/** Removes what a run that was killed left in a folder. Call when this process has nothing there yet: its own files are old as well. */
export function sweep(folder: string): void {
  for (const file of readdirSync(folder)) {
    const [, pid, started = ""] = PASSING.exec(file) ?? [];
    if (pid === undefined) continue;
    if (Number(pid) === process.pid || !isRunning({ pid: Number(pid), started })) rmSync(join(folder, file), { force: true });
  }
}

/** Makes the folder private and sweeps it. */
export function openPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of [folder, join(folder, ".."), join(folder, "../..")]) chmodSync(path, 0o700);
  sweep(folder);
}

/** Writes a new file that only its owner can read; it must not exist. */
function writeNew(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, text); // goes on until all of it is written, or throws
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a private file as a whole or not at all. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.draft-${passing()}`;
  writeNew(draft, text);
  renameSync(draft, file);
}

/** The text of a private file; undefined when there is none. */
export const readPrivate = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

/**
 * Hands the secrets over as a file, which is gone afterwards on every way out. Only SIGKILL leaves it behind; the next run removes
 * it before anything else.
 */
export async function withSecretsFile<T>(
  folder: string,
  secrets: Readonly<Record<string, string>>,
  hand: (file: string) => Promise<T>,
): Promise<T> {
  const file = join(folder, `secrets-${passing()}.json`);
  const remove = (): void => rmSync(file, { force: true });
  process.on("exit", remove); // signals end the scripts through process.exit
  try {
    writeNew(file, JSON.stringify(secrets));
    return await hand(file);
  } finally {
    remove();
    process.off("exit", remove);
  }
}
