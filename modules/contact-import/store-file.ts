// Takes the file of an import: reads all of it, and stores its rows in one object. Every object is named by a row before it is there and
// until it is gone, so that an erasure finds it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { Delimiter } from "#kernel/csv/read-csv.ts";
import type { Encoding } from "#kernel/csv/text-of-file.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import { announcedLength, joined, readSized } from "#kernel/http/body.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactImportId, ProjectId } from "#kernel/ids/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { type ContactImport, MAX_BYTES } from "./contract.ts";
import { FileProblem, prepare } from "./stored-rows.ts";
import { mayImport } from "./may-import.ts";
import { isOpen, readRemoving, readRun, writeFile, writeFileGone, writeStored } from "./queries.ts";

/** Throws `invalid_request` with what is wrong with the file, `conflict` once something was imported. */
export async function putFile(
  ctx: RequestCtx<MemberPrincipal>,
  id: ContactImportId,
  chosen: { readonly encoding?: Encoding | undefined; readonly delimiter?: Delimiter | undefined },
): Promise<{ import: ContactImport }> {
  const { projectId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, id));
  if (!run) throw notFound();
  const size = announcedLength(ctx.request, MAX_BYTES);
  const bytes = await readSized(ctx.request.body, size);
  if (bytes.byteLength < size) throw invalidRequest([{ path: "body", message: m.contact_import_file_stopped() }]);
  const file = await prepare(bytes, chosen).catch((error: unknown) => {
    throw error instanceof FileProblem ? invalidRequest([{ path: "body", message: error.message }]) : error;
  });
  const now = ctx.clock.now();
  const objectKey = newObjectKey("ci/");
  const [named] = await ctx.db.commit([writeFile(projectId, id, objectKey, now, sql`${isOpen(projectId, id)} AND ${mayImport(ctx)}`)]);
  if (named === 0) throw conflict(m.contact_import_not_open());
  try {
    await ctx.env.FILES.put(objectKey, joined(file.chunks, file.size));
  } catch (error) {
    await removeObjects(ctx, projectId, [objectKey]);
    throw error;
  }
  const [stored] = await ctx.db.commit(writeStored(projectId, id, objectKey, file, now));
  if (stored === 0) {
    await removeObjects(ctx, projectId, [objectKey]);
    throw conflict(m.contact_import_not_open());
  }
  // The file that this one took the place of.
  const [old] = await ctx.db.read(readRemoving(projectId, 20));
  await removeObjects(ctx, projectId, old);
  const [after] = await ctx.db.read(readRun(projectId, id));
  if (!after) throw notFound();
  return { import: after.shown };
}
/** The objects go first, and then the rows that name them. */
export async function removeObjects(ctx: Pick<Ctx, "env" | "db">, projectId: ProjectId, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await ctx.env.FILES.delete([...keys]);
  await ctx.db.commit([writeFileGone(projectId, keys)]);
}
