// Starts, lists, stops, resumes and undoes imports.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type DeskImportId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { isMember, audit } from "#modules/projects";
import { m } from "#messages";
import {
  type DeskImportOptions,
  type DeskImportRow,
  type DeskImportRun,
  type From,
  type Outcome,
  PLATFORMS,
  type RowKind,
} from "./contract.ts";
import { missingVariables, requireAccess } from "#modules/help-desks";
import { exportOf, requireExport } from "./uploaded-export.ts";
import { isBusy, notAllowed, notNow, otherName, sameClientId } from "./errors.ts";
import {
  isState,
  mayRead,
  readAccess,
  readRows,
  readRun,
  readRunBy,
  readRuns,
  rowKey,
  runExists,
  writeAborted,
  writeAccess,
  writeResumed,
  writeRun,
  writeUndoing,
} from "./queries.ts";
import { startWork } from "./run-import.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;
const mayImport = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);

export async function deskSources(ctx: Ctx) {
  const [access] = await ctx.db.read(readAccess(ctx.caller.projectId));
  if (!access) throw notFound();
  return {
    project: { name: access.name },
    platforms: PLATFORMS.map((platform) => ({ platform, missing: missingVariables(ctx, platform) })),
    allowed: access.own || access.opened,
    mayOpen: !access.own && access.firstOwnerId === ctx.caller.accountId,
    opened: access.opened,
  };
}

export async function openDeskImports(ctx: Ctx, { open }: { open: boolean }): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const [access] = await ctx.db.read(readAccess(projectId));
  if (access?.firstOwnerId !== accountId) throw forbidden(m.desk_import_only_first_owner());
  await ctx.db.commit([
    writeAccess(projectId, open, accountId, ctx.clock.now()),
    audit(ctx, open ? "desk.imports_opened" : "desk.imports_closed"),
  ]);
  return { ok: true };
}

export async function startDeskImport(
  ctx: Ctx,
  { clientId, name, from, options, dry }: { clientId: string; name: string; from: From; options: DeskImportOptions; dry: boolean },
): Promise<{ run: DeskImportRun }> {
  const { projectId, accountId } = ctx.caller;
  const { platform, place } = from;
  const exportId = exportOf(from);
  if (exportId === null) requireAccess(ctx, platform);
  const [access, before] = await ctx.db.read(readAccess(projectId), readRunBy(projectId, clientId));
  if (before === undefined && exportId !== null) await requireExport(ctx, from);
  else if (before === undefined && !(access?.own === true || access?.opened === true)) throw notAllowed();
  const now = ctx.clock.now();
  const id = newId("deskImport", now);
  const mine = runExists(projectId, id);
  const { id: jobId, statements } = startWork({ id, projectId }, now, mine);
  const [run] = await ctx.db.commitAndRead(
    [
      writeRun(
        { ...{ id, projectId, clientId, name, platform, site: place, exportId, options, dry, by: accountId, now } },
        sql`${mayImport(ctx)} AND ${mayRead(projectId, platform, exportId)}`,
      ),
      ...statements,
      audit(ctx, "desk.import_started", { detail: { import: id, platform, place, dry: String(dry) } }, mine),
    ],
    readRunBy(projectId, clientId),
  );
  if (!run) throw isBusy();
  if (run.id === id) wakeJobs(ctx, [jobId]);
  else {
    const asked = (one: Pick<DeskImportRun, "platform" | "place" | "exportId" | "options" | "dry" | "name">): string =>
      JSON.stringify([one.platform, one.place, one.exportId, one.options, one.dry, one.name]);
    if (asked(run.shown) !== asked({ platform, place, exportId, options, dry, name })) throw sameClientId();
    ctx.reply.status = 200;
  }
  return { run: run.shown };
}

export async function listDeskImports(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: DeskImportRun[]; next: string | null }> {
  const [runs] = await ctx.db.read(readRuns(ctx.caller.projectId, decodeCursor(cursor)?.id, PAGE + 1));
  const last = runs[PAGE - 1];
  return {
    items: runs.slice(0, PAGE).map(({ shown }) => shown),
    next: runs.length > PAGE && last !== undefined ? encodeCursor([0, last.id]) : null,
  };
}

export async function oneDeskImport(ctx: Ctx, id: DeskImportId): Promise<{ run: DeskImportRun }> {
  const [run] = await ctx.db.read(readRun(ctx.caller.projectId, id));
  if (!run) throw notFound();
  return { run: run.shown };
}

/** The cursor of a report names its last ticket. */
export async function listDeskImportRows(
  ctx: Ctx,
  id: DeskImportId,
  { cursor, ...only }: { cursor?: string | undefined; outcome?: Outcome | undefined; kind?: RowKind | undefined },
): Promise<{ items: DeskImportRow[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const after = cursor === undefined ? "" : (decodeCursor(cursor)?.id ?? "");
  const [run, rows] = await ctx.db.read(readRun(projectId, id), readRows(projectId, id, only, after, PAGE + 1));
  if (!run) throw notFound();
  const last = rows[PAGE - 1];
  return { items: rows.slice(0, PAGE), next: rows.length > PAGE && last !== undefined ? encodeCursor([0, rowKey(last)]) : null };
}

export async function abortDeskImport(ctx: Ctx, id: DeskImportId): Promise<{ run: DeskImportRun }> {
  const { projectId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, id));
  if (!run) throw notFound();
  const [stopped] = await ctx.db.commit([
    writeAborted(projectId, id, ctx.clock.now(), mayImport(ctx)),
    audit(ctx, "desk.import_stopped", { detail: { import: id } }),
  ]);
  if (stopped === 0 && run.state !== "aborted") throw notNow();
  return await oneDeskImport(ctx, id);
}

export async function resumeDeskImport(ctx: Ctx, id: DeskImportId): Promise<{ run: DeskImportRun }> {
  const { projectId, accountId } = ctx.caller;
  const [run, access] = await ctx.db.read(readRun(projectId, id), readAccess(projectId));
  if (!run) throw notFound();
  if (run.phase === "tickets" && run.exportId === null) {
    requireAccess(ctx, run.platform);
    if (!(access?.own === true || access?.opened === true)) throw notAllowed();
  }
  const now = ctx.clock.now();
  const going = run.phase === "tickets" ? "running" : "undoing";
  const { id: jobId, statements } = startWork({ id, projectId }, now, isState(projectId, id, going));
  const [resumed] = await ctx.db.commit([
    writeResumed(projectId, id, accountId, now, mayImport(ctx)),
    audit(ctx, "desk.import_resumed", { detail: { import: id } }),
    ...statements,
  ]);
  if (resumed === 0 && run.state !== going) throw run.state === "failed" || run.state === "aborted" ? isBusy() : notNow();
  wakeJobs(ctx, [jobId]);
  return await oneDeskImport(ctx, id);
}

export async function undoDeskImport(ctx: Ctx, id: DeskImportId, confirm: string): Promise<{ run: DeskImportRun }> {
  const { projectId, accountId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, id));
  if (!run) throw notFound();
  if (confirm.trim() !== run.shown.name) throw otherName();
  const now = ctx.clock.now();
  const { id: jobId, statements } = startWork({ id, projectId }, now, isState(projectId, id, "undoing"));
  const [begun] = await ctx.db.commit([
    writeUndoing(projectId, id, accountId, now, mayImport(ctx)),
    audit(ctx, "desk.import_undone", { detail: { import: id } }),
    ...statements,
  ]);
  if (begun === 0 && run.state !== "undoing" && run.state !== "undone") throw notNow();
  wakeJobs(ctx, [jobId]);
  return await oneDeskImport(ctx, id);
}
