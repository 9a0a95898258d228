// Starts, lists, stops, resumes and undoes imports.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { forbidden, invalidRequest, notFound } from "#kernel/errors/index.ts";
import { csvLine } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type HelpImportId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { isMember, audit } from "#modules/projects";
import { m } from "#messages";
import { type From, type ImportOptions, type ImportRow, type ImportRun, type Outcome, PLATFORMS } from "./contract.ts";
import { isBusy, notAllowed, notNow, otherName, sameClientId } from "./errors.ts";
import { requireAccess } from "./platforms/index.ts";
import {
  isState,
  mayUseTokens,
  readAccess,
  readRows,
  readRun,
  readRunBy,
  readRuns,
  runExists,
  writeAborted,
  writeAccess,
  writeDeleteUnfinishedArticles,
  writeResumed,
  writeRun,
  writeUndoing,
} from "./queries.ts";
import { startWork } from "./run-import.ts";
import { helpDesksConfig, missingForImport } from "./variables.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;
const mayImport = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);

export async function importSources(ctx: Ctx) {
  const [access] = await ctx.db.read(readAccess(ctx.caller.projectId));
  if (!access) throw notFound();
  return {
    project: { name: access.name, slug: access.slug },
    platforms: PLATFORMS.map((platform) => ({ platform, missing: missingForImport(helpDesksConfig(ctx.config), platform) as string[] })),
    allowed: access.own || access.opened,
    mayOpen: !access.own && access.firstOwnerId === ctx.caller.accountId,
    opened: access.opened,
  };
}

export async function openImports(ctx: Ctx, { open }: { open: boolean }): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const [access] = await ctx.db.read(readAccess(projectId));
  if (access?.firstOwnerId !== accountId) throw forbidden(m.help_import_only_first_owner());
  await ctx.db.commit([
    writeAccess(projectId, open, accountId, ctx.clock.now()),
    audit(ctx, open ? "help.imports_opened" : "help.imports_closed"),
  ]);
  return { ok: true };
}

export async function startImport(
  ctx: Ctx,
  { clientId, name, from, options, dry }: { clientId: string; name: string; from: From; options: ImportOptions; dry: boolean },
): Promise<{ run: ImportRun }> {
  const { projectId, accountId } = ctx.caller;
  requireAccess(ctx, from.platform);
  const [access, before] = await ctx.db.read(readAccess(projectId), readRunBy(projectId, clientId));
  if (before === undefined && !(access?.own === true || access?.opened === true)) throw notAllowed();
  const now = ctx.clock.now();
  const id = newId("helpImport", now);
  const mine = runExists(projectId, id);
  const { id: jobId, statements } = startWork({ id, projectId }, now, mine);
  const [run] = await ctx.db.commitAndRead(
    [
      writeRun(
        { id, projectId, clientId, name, ...from, options, dry, by: accountId, now },
        sql`${mayImport(ctx)} AND ${mayUseTokens(projectId)}`,
      ),
      ...statements,
      audit(ctx, "help.import_started", { detail: { import: id, platform: from.platform, place: from.place, dry: String(dry) } }, mine),
    ],
    readRunBy(projectId, clientId),
  );
  if (!run) throw isBusy();
  if (run.id === id) wakeJobs(ctx, [jobId]);
  else {
    const asked = (one: Pick<ImportRun, "platform" | "place" | "options" | "dry" | "name">): string =>
      JSON.stringify([one.platform, one.place, one.options, one.dry, one.name]);
    if (asked(run.shown) !== asked({ ...from, options, dry, name })) throw sameClientId();
    ctx.reply.status = 200;
  }
  return { run: run.shown };
}

export async function listImports(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: ImportRun[]; next: string | null }> {
  const [runs] = await ctx.db.read(readRuns(ctx.caller.projectId, decodeCursor(cursor)?.id, PAGE + 1));
  const last = runs[PAGE - 1];
  return {
    items: runs.slice(0, PAGE).map(({ shown }) => shown),
    next: runs.length > PAGE && last !== undefined ? encodeCursor([0, last.id]) : null,
  };
}

export async function oneImport(ctx: Ctx, id: HelpImportId): Promise<{ run: ImportRun }> {
  const [run] = await ctx.db.read(readRun(ctx.caller.projectId, id));
  if (!run) throw notFound();
  return { run: run.shown };
}

/** The cursor of a report names its last row: the source's article id and the language. */
function afterOf(cursor: string | undefined): readonly [string, string] {
  if (cursor === undefined) return ["", ""];
  const id = decodeCursor(cursor)?.id ?? "";
  const cut = id.lastIndexOf("/");
  if (cut < 0) throw invalidRequest([{ path: "cursor", message: m.help_import_not_a_cursor() }]);
  return [id.slice(0, cut), id.slice(cut + 1)];
}
export async function listImportRows(
  ctx: Ctx,
  id: HelpImportId,
  { cursor, outcome }: { cursor?: string | undefined; outcome?: Outcome | undefined },
): Promise<{ items: ImportRow[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const [run, rows] = await ctx.db.read(readRun(projectId, id), readRows(projectId, id, outcome, afterOf(cursor), PAGE + 1));
  if (!run) throw notFound();
  const last = rows[PAGE - 1];
  return {
    items: rows.slice(0, PAGE),
    next: rows.length > PAGE && last !== undefined ? encodeCursor([0, `${last.sourceId}/${last.locale}`]) : null,
  };
}

const CSV_PAGE = 500;
const HEAD = ["source id", "language", "title", "address", "outcome", "reason", "article", "notes", "undone"];
/** Streamed page by page, because a report may have tens of thousands of rows. */
export async function downloadImport(ctx: Ctx, id: HelpImportId): Promise<Response> {
  const { projectId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, id));
  if (!run) throw notFound();
  const encoder = new TextEncoder();
  let after: readonly [string, string] = ["", ""];
  let begun = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (!begun) controller.enqueue(encoder.encode(`\ufeff${csvLine(HEAD)}`));
      begun = true;
      const [rows] = await ctx.db.read(readRows(projectId, id, undefined, after, CSV_PAGE));
      const lines = rows.map((row) =>
        csvLine([
          ...[row.sourceId, row.locale, row.title, row.url ?? "", row.outcome, row.reason ?? "", row.articleId ?? ""],
          row.notes.map(({ code, detail }) => (detail === "" ? code : `${code}: ${detail}`)).join("; "),
          row.undone ?? "",
        ]),
      );
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
      const last = rows.at(-1);
      if (rows.length < CSV_PAGE || last === undefined) controller.close();
      else after = [last.sourceId, last.locale];
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="import-${id}.csv"`,
      "cache-control": "no-store",
    },
  });
}

export async function abortImport(ctx: Ctx, id: HelpImportId): Promise<{ run: ImportRun }> {
  const { projectId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, id));
  if (!run) throw notFound();
  const [stopped] = await ctx.db.commit([
    writeAborted(projectId, id, ctx.clock.now(), mayImport(ctx)),
    audit(ctx, "help.import_stopped", { detail: { import: id } }),
    writeDeleteUnfinishedArticles(run),
  ]);
  if (stopped === 0 && run.state !== "aborted") throw notNow();
  return await oneImport(ctx, id);
}

export async function resumeImport(ctx: Ctx, id: HelpImportId): Promise<{ run: ImportRun }> {
  const { projectId, accountId } = ctx.caller;
  const [run, access] = await ctx.db.read(readRun(projectId, id), readAccess(projectId));
  if (!run) throw notFound();
  if (run.phase !== "undo") {
    requireAccess(ctx, run.platform);
    if (!(access?.own === true || access?.opened === true)) throw notAllowed();
  }
  const now = ctx.clock.now();
  const going = run.phase === "undo" ? "undoing" : "running";
  const { id: jobId, statements } = startWork({ id, projectId }, now, isState(projectId, id, going));
  const [resumed] = await ctx.db.commit([
    writeResumed(projectId, id, accountId, now, mayImport(ctx)),
    audit(ctx, "help.import_resumed", { detail: { import: id } }),
    ...statements,
  ]);
  if (resumed === 0 && run.state !== going) throw run.state === "failed" || run.state === "aborted" ? isBusy() : notNow();
  wakeJobs(ctx, [jobId]);
  return await oneImport(ctx, id);
}

export async function undoImport(ctx: Ctx, id: HelpImportId, confirm: string): Promise<{ run: ImportRun }> {
  const { projectId, accountId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, id));
  if (!run) throw notFound();
  if (confirm.trim() !== run.shown.name) throw otherName();
  const now = ctx.clock.now();
  const { id: jobId, statements } = startWork({ id, projectId }, now, isState(projectId, id, "undoing"));
  const [begun] = await ctx.db.commit([
    writeUndoing(projectId, id, accountId, now, mayImport(ctx)),
    audit(ctx, "help.import_undone", { detail: { import: id } }),
    ...statements,
  ]);
  if (begun === 0 && run.state !== "undoing" && run.state !== "undone") throw notNow();
  wakeJobs(ctx, [jobId]);
  return await oneImport(ctx, id);
}
