// Files of a job: those of its task, put into its folder under names that lead nowhere else, and those that its program leaves for the report.
import { randomUUID } from "node:crypto";
import { closeSync, constants, createWriteStream, fstatSync, mkdirSync, opendirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { pause } from "./pause.ts";
import { Refused, Unreachable } from "./service.ts";
import { downloadFile, uploadFile } from "./session.ts";
import { HIDDEN } from "./visible.ts";
import { MAX_FILE_BYTES, MAX_FILES, type Work } from "./wire.ts";

/** The folder of a job with the files of its task, and the one in which its program leaves files for the report. */
export const TASK_FILES = "files";
export const OUTPUT = "output";
/** Bytes of a name: file systems take 255, and a number may be added. */
const MAX_NAME = 200;
/** Entries of the output folder that are looked at. */
const MAX_ENTRIES = 200;

/** Names for files of one folder, in the same order: each is one plain name, and no two are the same on any file system. */
export function safeNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = plainName(name);
    const [, stem = plain, extension = ""] = /^(.+?)(\.[\p{L}\p{N}]{1,8})?$/su.exec(plain) ?? [];
    for (let i = 1; ; i += 1) {
      const tried = i === 1 ? `${stem}${extension}` : `${stem} (${i})${extension}`;
      const key = tried.normalize("NFKC").toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return tried;
    }
  });
}
function plainName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  // A dash in front could be an option of whatever command the program runs, a dot hides the file.
  let plain = last
    .replaceAll(HIDDEN, "_")
    .replaceAll(/[:*?"<>|$`]/g, "_")
    .replace(/^[\s.-]+/, "")
    .replace(/[\s.]+$/, "");
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(plain)?.[0] ?? "";
  while (Buffer.byteLength(plain) > MAX_NAME) plain = [...plain.slice(0, -extension.length || undefined)].slice(0, -8).join("") + extension;
  return plain === "" ? "file" : plain;
}

/** Why a job's files could not be had, for its report. */
export class FilesMissing extends Error {}

/**
 * Puts the files of the task into the job's folder; the lines that name them for the program. Throws `FilesMissing`. Ends early, with some
 * of them, when `over` is given.
 */
export async function fetchTaskFiles(
  { id, files }: Work,
  claimId: string,
  place: string,
  most: number,
  over: AbortSignal,
): Promise<string[]> {
  if (files.length === 0) return [];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > most) throw new FilesMissing(`The files of the task have ${bytes} bytes, and the configuration allows ${most}.`);
  mkdirSync(join(place, TASK_FILES), { mode: 0o700 });
  const names = safeNames(files.map(({ name }) => name));
  for (const [i, { id: fileId, size }] of files.entries()) {
    const path = join(place, TASK_FILES, names[i] ?? "");
    await untilReached(over, async () => {
      const body = await downloadFile(id, claimId, fileId, over);
      // Anew if a try before it was cut off.
      const file = createWriteStream(path, { mode: 0o600 });
      let seen = 0;
      try {
        for await (const chunk of body) {
          seen += chunk.byteLength;
          if (seen > size) throw new FilesMissing("A file of the task is larger than the service said.");
          if (!file.write(chunk)) await new Promise((resolve) => file.once("drain", resolve));
        }
      } catch (error) {
        throw error instanceof FilesMissing ? error : new Unreachable("A file of the task was cut off.");
      } finally {
        file.end();
        await finished(file).catch(() => undefined);
      }
      if (seen < size) throw new Unreachable("A file of the task was cut off.");
    });
  }
  return files.map(({ size }, i) => `${TASK_FILES}/${names[i]} (${size} bytes)`);
}

interface Found {
  readonly name: string;
  readonly bytes: Buffer<ArrayBuffer>;
}
/** What the program has left: files, and why others are left out. Links are not followed, and folders not entered. */
export function collectOutput(place: string, most: number): { readonly files: Found[]; readonly leftOut: string[] } {
  const files: Found[] = [];
  const leftOut: string[] = [];
  const folder = join(place, OUTPUT);
  const names: string[] = [];
  try {
    const entries = opendirSync(folder);
    for (let entry = entries.readSync(); entry && names.length <= MAX_ENTRIES; entry = entries.readSync()) names.push(entry.name);
    entries.closeSync();
  } catch {
    // The program has removed it.
    return { files, leftOut };
  }
  let left = most;
  for (const name of names.sort()) {
    const out = (why: string): void => void leftOut.push(`${name.replaceAll(HIDDEN, "_").slice(0, 80)}: ${why}`);
    if (files.length === MAX_FILES) {
      out(`a report has ${MAX_FILES} files at most`);
      continue;
    }
    let file: number;
    try {
      // Without waiting for somebody at the other end of a pipe.
      file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch {
      out("not a file that can be read");
      continue;
    }
    try {
      const { size } = fstatSync(file);
      if (!fstatSync(file).isFile()) out("not a file");
      else if (size === 0) out("empty");
      else if (size > MAX_FILE_BYTES) out(`more than ${MAX_FILE_BYTES} bytes`);
      else if (size > left) out(`more than the configuration allows together, ${most} bytes`);
      else {
        left -= size;
        files.push({ name, bytes: readFileSync(file) as Buffer<ArrayBuffer> });
      }
    } finally {
      closeSync(file);
    }
  }
  return { files, leftOut };
}

/** Sends them; the ids by which the report names them, and why the service took others not. Ends early when `over` is given. */
export async function sendOutput(
  { id }: Work,
  claimId: string,
  files: readonly Found[],
  over: AbortSignal,
): Promise<{ readonly ids: string[]; readonly leftOut: string[] }> {
  const ids: string[] = [];
  const leftOut: string[] = [];
  for (const { name, bytes } of files) {
    // The same for each try, so that a file whose answer was lost is not stored twice.
    const clientId = randomUUID();
    const plain = name.toWellFormed().replaceAll(HIDDEN, "_").slice(0, 255).toWellFormed();
    try {
      const sent = await untilReached(over, () => uploadFile(id, { claimId, name: plain, clientId }, bytes, over));
      if (sent !== undefined) ids.push(sent);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      leftOut.push(`${plain.slice(0, 80)}: ${error.message}`);
    }
  }
  return { ids, leftOut };
}

/** Tries until the service was reached; undefined once `over` is given, which is when it can't be reached for too long. */
async function untilReached<T>(over: AbortSignal, act: () => Promise<T>): Promise<T | undefined> {
  for (let failures = 0; !over.aborted; failures += 1) {
    try {
      return await act();
    } catch (error) {
      if (over.aborted) return undefined;
      const mayPass = error instanceof Unreachable || (error instanceof Refused && error.problem.pending === true);
      if (!mayPass) throw error;
      await pause(2 ** Math.min(failures, 4), over);
    }
  }
  return undefined;
}
