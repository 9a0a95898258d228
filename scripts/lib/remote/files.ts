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
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { inRoot } from "../paths.ts";

/** Files that only live as long as the process in their name. */
const PASSING = /(?:^secrets|\.draft)-(\d+)-[0-9a-f]+(?:\.json)?$/;

const passing = (): string => `${process.pid}-${randomBytes(8).toString("hex")}`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The folder, without making it. */
export const privateFolder = (prefix: string, root = inRoot(".seed")): string => join(root, "deployment", prefix);

/** Makes the folder private, and removes what an earlier run that was killed left in it. */
export function openPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of [folder, join(folder, ".."), join(folder, "../..")]) chmodSync(path, 0o700);
  for (const file of readdirSync(folder)) {
    const pid = PASSING.exec(file)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, file), { force: true });
  }
}

/** Writes a new file that only its owner can read; it must not exist. */
function writeNew(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, text);
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
