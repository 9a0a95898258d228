// Begins an upload, takes its pieces, has it checked, and removes it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { announcedLength } from "#kernel/http/body.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { derivedId, type DeskExportId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { isMember } from "#modules/projects";
import { checkJob } from "./check-export.ts";
import { type DeskExport, type ExportPlatform, FILE_KINDS, type FileKind, MAX_PIECE } from "./contract.ts";
import {
  isChecking,
  isOpen,
  readExport,
  readExportBy,
  readPieces,
  type StoredExport,
  writeAbandoned,
  writeChecking,
  writeExport,
  writeMakesRoom,
  writeRemoving,
} from "./queries.ts";
import { exportUse } from "./extension.ts";
import { removal } from "./remove-exports.ts";
import { replacePiece } from "./replace-piece.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type One = Promise<{ export: DeskExport }>;
const mayImport = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);

/** Condition: somebody imports from the upload `x`. */
const isUsed = (ctx: Ctx): SQL => {
  const uses = ctx.registry.extensions.of(exportUse).map((use) => use(sql`x.project_id`, sql`x.id`));
  return uses.length === 0 ? sql`0` : sql.join(uses, sql` OR `);
};

export async function createDeskExport(ctx: Ctx, { clientId, platform }: { clientId: string; platform: ExportPlatform }): One {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("deskExport", now);
  const [found] = await ctx.db.commitAndRead(
    [
      // What this member began before and did not finish makes room.
      writeAbandoned(projectId, accountId, clientId, mayImport(ctx)),
      writeMakesRoom(projectId, accountId, clientId, isUsed(ctx), mayImport(ctx)),
      writeExport({ id, projectId, clientId, platform, by: accountId, now }, mayImport(ctx)),
    ],
    readExportBy(projectId, clientId),
  );
  if (!found) throw conflict(m.desk_exports_too_many());
  if (found.id !== id) {
    if (found.platform !== platform) throw conflict(m.desk_exports_same_client_id());
    ctx.reply.status = 200;
  }
  return { export: found.shown };
}
async function find(ctx: Ctx, id: DeskExportId): Promise<StoredExport> {
  const [found] = await ctx.db.read(readExport(ctx.caller.projectId, id));
  if (!found) throw notFound();
  return found;
}
export async function readOneExport(ctx: Ctx, id: DeskExportId): One {
  return { export: (await find(ctx, id)).shown };
}
/** Stores the bytes of the request as a piece; a piece that is sent again takes the place of the first one. */
export async function putPiece(ctx: Ctx, id: DeskExportId, { kind, n }: { kind: FileKind; n: number }): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const found = await find(ctx, id);
  if (!(FILE_KINDS[found.platform] as readonly FileKind[]).includes(kind))
    throw invalidRequest([{ path: "kind", message: m.desk_exports_other_kind() }]);
  if (found.state !== "open") throw conflict(m.desk_exports_not_open());
  const size = announcedLength(ctx.request, MAX_PIECE);
  const objectKey = newObjectKey("x/");
  const put = async (): Promise<void> => {
    const { readable, writable } = new FixedLengthStream(size);
    const stored = ctx.env.FILES.put(objectKey, readable);
    const sent = (ctx.request.body as ReadableStream<Uint8Array>).pipeTo(writable);
    const ends = await Promise.allSettled([sent, stored]);
    if (ends.some(({ status }) => status === "rejected")) throw invalidRequest([{ path: "body", message: m.desk_exports_stopped() }]);
  };
  const when = sql`${isOpen(projectId, id)} AND ${mayImport(ctx)}`;
  if (!(await replacePiece(ctx, { projectId, id, kind, n, size, key: objectKey }, when, put))) throw conflict(m.desk_exports_not_open());
  return { ok: true };
}
export async function checkExport(ctx: Ctx, id: DeskExportId): One {
  const { projectId } = ctx.caller;
  const found = await find(ctx, id);
  const [pieces] = await ctx.db.read(readPieces(projectId, id));
  if (!pieces.some(({ kind }) => kind === FILE_KINDS[found.platform][0])) throw conflict(m.desk_exports_nothing());
  const now = ctx.clock.now();
  const fresh = {
    ...{
      id: await derivedId("job", `${checkJob.kind}:${id}`),
      kind: checkJob.kind,
      key: `${checkJob.kind}:${id}`,
      payload: { projectId, deskExportId: id },
    },
    ...{ projectId, dueAt: now },
  };
  const checking = isChecking(projectId, id);
  await ctx.db.commit([
    writeChecking(projectId, id, mayImport(ctx)),
    writeJobs([fresh], now, checking),
    // One that gave up begins again where it was.
    writeRequeue(fresh.key, now, checking),
  ]);
  wakeJobs(ctx, [fresh.id]);
  return await readOneExport(ctx, id);
}
export async function deleteExport(ctx: Ctx, id: DeskExportId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const { shown } = await find(ctx, id);
  const { job, statement } = removal(projectId, ctx.clock.now(), sql`1`);
  await ctx.db.commit([
    writeRemoving(projectId, id, mayImport(ctx)),
    audit(ctx, "desk.export_deleted", { detail: { platform: shown.platform } }),
    statement,
  ]);
  wakeJobs(ctx, [job]);
  return { ok: true };
}
