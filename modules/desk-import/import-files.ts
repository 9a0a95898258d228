// Downloads files of imported messages: through the guarded fetch, to which nothing of the help desk's token is given, or through the help
// desk's own API.
import { sha256 } from "#kernel/auth/index.ts";
import type { FileId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { safeFetch } from "#kernel/safe-fetch/index.ts";
import { IMPORT_SCOPE } from "#modules/conversations";
import { storeBytes } from "#modules/files";
import { MAX_FILE_BYTES, MAX_FILES_PER_MESSAGE } from "#modules/files/contract";
import { HelpDeskError } from "#modules/help-import";
import type { DeskMessage } from "#modules/help-desks";
import { mayWork, type Note, type Run } from "./queries.ts";

/** Milliseconds for one file. */
const TIMEOUT = 20_000;

export interface FileBudget {
  /** How many files may still be downloaded for this ticket. */
  left: number;
}
/** The stored files of a message, ready to be attached. Those that could not be taken are reported in `notes`. */
export async function storeFiles(ctx: Ctx, run: Run, message: DeskMessage, budget: FileBudget, notes: Note[]): Promise<FileId[]> {
  const stored: FileId[] = [];
  for (const [place, file] of message.files.entries()) {
    const name = file.name.slice(0, 200) || "file";
    if (!run.options.files || place >= MAX_FILES_PER_MESSAGE || budget.left <= 0) {
      notes.push(["file_left", name]);
      continue;
    }
    budget.left -= 1;
    const bytes = await bytesOf(ctx, file);
    const kept =
      bytes !== undefined && bytes.byteLength > 0 && bytes.byteLength <= MAX_FILE_BYTES
        ? await storeBytes(ctx, {
            ...{ projectId: run.projectId, owner: IMPORT_SCOPE, contactId: null, name, place, bytes },
            // Derived from the source, so that a retry finds the file of the first attempt.
            clientId: sha256(`${run.id} ${message.id} ${file.id}`),
            when: mayWork(run),
          })
        : undefined;
    if (kept === undefined) notes.push(["file_failed", name]);
    else stored.push(kept.id);
  }
  return stored;
}

/** Undefined: it could not be read. A help desk that is busy or unavailable stops the run, which reads the file again later. */
async function bytesOf(ctx: Ctx, file: DeskMessage["files"][number]): Promise<Uint8Array | undefined> {
  if (file.read === undefined) {
    const answer = await safeFetch(ctx, file.url, { maxBytes: MAX_FILE_BYTES, timeout: TIMEOUT, accept: ["*/*"], http: true });
    return answer.ok ? answer.bytes : undefined;
  }
  try {
    return await file.read();
  } catch (error) {
    if (error instanceof HelpDeskError && (error.reason === "missing" || error.reason === "refused")) return undefined;
    throw error;
  }
}
