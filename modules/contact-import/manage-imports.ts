// Begins, checks, starts, stops, resumes and undoes imports.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactImportId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { readAttributes, writeAttribute } from "#modules/contact-attributes";
import { MAX_ATTRIBUTES } from "#modules/contact-attributes/contract";
import { audit } from "#modules/projects";
import { attributeOf, type ContactImport, type Existing, PHONE, SHOWN_ROWS, suggest, type Target } from "./contract.ts";
import { readBlock } from "./stored-rows.ts";
import { mayImport } from "./may-import.ts";
import * as queries from "./queries.ts";
import { startWork } from "./run-import.ts";
import { removal } from "./remove-files.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type One = Promise<{ import: ContactImport }>;
const PAGE = 50;
const auditRun = (ctx: Ctx, action: string, run: { id: ContactImportId; name: string }, when: SQL = sql`changes() > 0`): SQL =>
  audit(ctx, action, { detail: { import: run.id, name: run.name } }, when);

/** Throws `conflict` while ten files of imports are there, and for a clientId of another import. */
export async function createImport(ctx: Ctx, { clientId, name }: { clientId: string; name: string }): One {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("contactImport", now);
  const [run] = await ctx.db.commitAndRead(
    [queries.writeImport({ id, projectId, clientId, name, by: accountId, now }, mayImport(ctx))],
    queries.readRunBy(projectId, clientId),
  );
  if (!run) throw conflict(m.contact_import_too_many());
  if (run.id !== id) {
    if (run.shown.name !== name) throw conflict(m.contact_import_same_client_id());
    ctx.reply.status = 200;
  }
  return { import: run.shown };
}
export async function listImports(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: ContactImport[]; next: string | null }> {
  const [runs] = await ctx.db.read(queries.readRuns(ctx.caller.projectId, decodeCursor(cursor)?.id, PAGE + 1));
  const last = runs[PAGE - 1];
  return {
    items: runs.slice(0, PAGE).map(({ shown }) => shown),
    next: runs.length > PAGE && last !== undefined ? encodeCursor([0, last.id]) : null,
  };
}
async function find(ctx: Ctx, id: ContactImportId): Promise<queries.Run> {
  const [run] = await ctx.db.read(queries.readRun(ctx.caller.projectId, id));
  if (!run) throw notFound();
  return run;
}
export const readImport = async (ctx: Ctx, id: ContactImportId): One => ({ import: (await find(ctx, id)).shown });

/** Empty once the file is gone. */
export async function readSample(ctx: Ctx, id: ContactImportId): Promise<{ rows: string[][]; suggested: (Target | null)[] }> {
  const run = await find(ctx, id);
  if (run.objectKey === null) return { rows: [], suggested: [] };
  const [attributes] = await ctx.db.read(readAttributes(ctx.caller.projectId));
  const rows = (await readBlock(ctx, run.objectKey, run.blocks, 0)) ?? [];
  return {
    rows: rows
      .slice(0, SHOWN_ROWS)
      .map(({ cells }) => cells.slice(0, run.headings.length).map((cell) => cell.slice(0, 200).toWellFormed())),
    suggested: suggest(run.headings, attributes),
  };
}

/** Begins a dry run, or the import itself. Throws `invalid_request` for a mapping that does not fit the file or the project's attributes. */
export async function beginPass(
  ctx: Ctx,
  id: ContactImportId,
  { mapping, existing, dry }: { mapping: readonly (Target | null)[]; existing: Existing; dry: boolean },
): One {
  const { projectId, accountId } = ctx.caller;
  const run = await find(ctx, id);
  if (run.objectKey === null) throw conflict(m.contact_import_no_file());
  if (mapping.length !== run.headings.length)
    throw invalidRequest([{ path: "mapping", message: m.contact_import_other_width({ count: run.headings.length }) }]);
  const [attributes] = await ctx.db.read(readAttributes(projectId));
  for (const [at, target] of mapping.entries()) {
    const key = target === "phone" ? PHONE : attributeOf(target ?? "");
    const found = attributes.find((one) => one.key === key);
    if (target === "phone" && !found && attributes.length >= MAX_ATTRIBUTES)
      throw invalidRequest([{ path: `mapping.${at}`, message: m.contact_import_no_room_for_phone() }]);
    if ((target !== "phone" && key !== undefined && !found) || found?.archived === true)
      throw invalidRequest([{ path: `mapping.${at}`, message: m.contact_import_unknown_attribute() }]);
  }
  const now = ctx.clock.now();
  const going = queries.isState(projectId, id, dry ? "checking" : "running");
  const { id: jobId, statements } = startWork({ id, projectId }, now, going);
  const phone = {
    id: newId("contactAttribute", now),
    key: PHONE,
    label: m.contact_import_target_phone(),
    type: "text" as const,
    choices: [],
  };
  const [begun] = await ctx.db.commit([
    queries.writeBegun(projectId, id, { dry, mapping, existing, by: accountId, now }, mayImport(ctx)),
    ...(dry ? [] : [auditRun(ctx, "contacts.import_started", { id, name: run.shown.name })]),
    ...(dry || !mapping.includes("phone") ? [] : [writeAttribute(projectId, { ...phone, clientId: `csv:${id}`, now }, going)]),
    ...statements,
  ]);
  if (begun === 0)
    throw conflict(queries.OPEN.some((state) => state === run.state) ? m.contact_import_busy() : m.contact_import_not_open());
  wakeJobs(ctx, [jobId]);
  return await readImport(ctx, id);
}
export async function stopImport(ctx: Ctx, id: ContactImportId): One {
  const { projectId } = ctx.caller;
  const run = await find(ctx, id);
  const [stopped] = await ctx.db.commit([
    queries.writeStopped(projectId, id, ctx.clock.now(), mayImport(ctx)),
    ...(run.dry ? [] : [auditRun(ctx, "contacts.import_stopped", { id, name: run.shown.name })]),
  ]);
  if (stopped === 0 && run.state !== "stopped") throw conflict(m.contact_import_not_now());
  return await readImport(ctx, id);
}
export async function resumeImport(ctx: Ctx, id: ContactImportId): One {
  const { projectId, accountId } = ctx.caller;
  const run = await find(ctx, id);
  if (run.objectKey === null) throw conflict(m.contact_import_no_file());
  const now = ctx.clock.now();
  const going = run.dry ? "checking" : "running";
  const { id: jobId, statements } = startWork({ id, projectId }, now, queries.isState(projectId, id, going));
  const [resumed] = await ctx.db.commit([
    queries.writeResumed(projectId, id, accountId, now, mayImport(ctx)),
    ...(run.dry ? [] : [auditRun(ctx, "contacts.import_resumed", { id, name: run.shown.name })]),
    ...statements,
  ]);
  if (resumed === 0 && run.state !== going)
    throw conflict(run.state === "stopped" || run.state === "failed" ? m.contact_import_busy() : m.contact_import_not_now());
  wakeJobs(ctx, [jobId]);
  return await readImport(ctx, id);
}
export async function undoImport(ctx: Ctx, id: ContactImportId): One {
  const { projectId, accountId } = ctx.caller;
  const run = await find(ctx, id);
  const now = ctx.clock.now();
  const { id: jobId, statements } = startWork({ id, projectId }, now, queries.isState(projectId, id, "undoing"));
  const [begun] = await ctx.db.commit([
    queries.writeUndoing(projectId, id, accountId, now, mayImport(ctx)),
    auditRun(ctx, "contacts.import_undone", { id, name: run.shown.name }),
    ...statements,
  ]);
  if (begun === 0 && run.state !== "undoing" && run.state !== "undone")
    throw conflict(!run.dry && ["done", "stopped", "failed"].includes(run.state) ? m.contact_import_busy() : m.contact_import_not_now());
  wakeJobs(ctx, [jobId]);
  return await readImport(ctx, id);
}
/** Throws `conflict` while the file is being read. */
export async function deleteFile(ctx: Ctx, id: ContactImportId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  await find(ctx, id);
  const now = ctx.clock.now();
  const idle = sql`${queries.isIdle(projectId, id)} AND ${mayImport(ctx)}`;
  const { job, statement } = removal(projectId, now, idle);
  const [after] = await ctx.db.commitAndRead(
    [queries.writeRemoving(projectId, id, now, idle), queries.writeForgotten(projectId, id, idle), statement],
    queries.readRun(projectId, id),
  );
  if (after !== undefined && after.objectKey !== null) throw conflict(m.contact_import_in_use());
  wakeJobs(ctx, [job]);
  return { ok: true };
}
