// The job of an import. It works in bounded slices, each of which stores where the next one continues. A slice that is killed runs again
// and recognises what it had already done.
import { seconds } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, reviveRuns, type RunWork, sliceOf, workOfRun } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { roomForCollection, collectionExists, writeCollection, writeCollectionText } from "#modules/articles";
import { finishArticle } from "./finish-article.ts";
import { HelpDeskError, type Source, sourceOf, waitAfter } from "./platforms/index.ts";
import {
  mayWork,
  readAccess,
  readActive,
  readImportedCollections,
  readImportedItems,
  readOpen,
  readRowOutcome,
  readStop,
  readWholeRun,
  type Run,
  sourceKey,
  writeEnded,
  writeProgress,
  writeFailedAttempt,
} from "./queries.ts";
import { collectionsOf, languagesOf } from "./rules.ts";
import { importArticle } from "./import-article.ts";
import { undoNext } from "./undo-import.ts";

/** A slice ends soon after this time or number of statements: its lease lasts five minutes. */
const SLICE = { ms: seconds(25), statements: 350 };
const OPEN = 10;
const ACTIVE = 20;

export const importJob = job("help.import", v.object({ projectId: idOf("project"), importId: idOf("helpImport") }));
/** The statements that set the run to work, and the id of the job to wake. */
export const startWork = (run: { id: Run["id"]; projectId: ProjectId }, now: number, when: SQL): RunWork =>
  workOfRun(importJob, run, { projectId: run.projectId, importId: run.id }, now, when);

export const importJobHandler = handle(importJob, async (ctx, { projectId, importId }) => {
  const [run] = await ctx.db.read(readWholeRun(projectId, importId));
  if (!run || (run.state !== "running" && run.state !== "undoing")) return undefined;
  // The minute schedule resumes it.
  if (run.resumeAt !== null && run.resumeAt > ctx.clock.now()) return undefined;
  const [stop] = await ctx.db.read(readStop(run));
  if (stop !== undefined) return void (await ctx.db.commit([writeFailedAttempt(run, stop, null, ctx.clock.now())]));
  try {
    return await slice(ctx, run);
  } catch (error) {
    if (error instanceof HelpDeskError) await recordFailure(ctx, run, error);
    else if (error instanceof Refusal && error.code === "not_configured") await recordFailure(ctx, run, new HelpDeskError("refused"));
    else throw error;
    return undefined;
  }
});

async function recordFailure(ctx: Ctx, run: Run, error: HelpDeskError): Promise<void> {
  const now = ctx.clock.now();
  const wait = waitAfter(error, run.failures);
  await ctx.db.commit([writeFailedAttempt(run, error.reason, wait === null ? null : now + wait, now)]);
}

async function slice(ctx: Ctx, run: Run): Promise<"again" | undefined> {
  const isEnough = sliceOf(ctx, SLICE);
  if (run.phase === "undo") {
    while (!isEnough()) if (await undoNext(ctx, run)) return undefined;
    return "again";
  }
  const source = await sourceOf(ctx, run.platform, run.site);
  if (run.phase === "outline") await readOutline(ctx, run, source);
  else if (run.phase === "articles") await importPage(ctx, run, source, isEnough);
  else if (await finishArticles(ctx, run, source, isEnough)) return undefined;
  return "again";
}

/** Reads the collections part by part and creates ours in the source's order. */
async function readOutline(ctx: Ctx, run: Run, source: Source): Promise<void> {
  const [access] = await ctx.db.read(readAccess(run.projectId));
  if (!access) return;
  const { outline, next } = await source.outline(run.outline === null || run.at === null ? null : { outline: run.outline, at: run.at });
  const now = ctx.clock.now();
  if (next !== null) return void (await ctx.db.commit([writeProgress(run, { phase: "outline", at: next, outline }, now)]));
  if (!run.dry) {
    const [have] = await ctx.db.read(readImportedCollections(run));
    const missing = collectionsOf(outline, languagesOf(outline.locales, access.locales, access.defaultLocale)).filter(
      ({ id, names }) => !have.has(id) && Object.keys(names).length > 0,
    );
    for (let i = 0; i < missing.length; i += 20) {
      await ctx.db.commit(
        missing.slice(i, i + 20).flatMap(({ id, names }) => {
          const collectionId = newId("collection", now);
          const clientId = sourceKey(run, id);
          const when = sql`${roomForCollection(run.projectId)} AND ${mayWork(run)}`;
          return [
            // A collection that a member removed is not created again.
            writeCollection({ id: collectionId, projectId: run.projectId, clientId, now }, when),
            ...Object.entries(names).map(([locale, text]) =>
              writeCollectionText(
                { projectId: run.projectId, collectionId, locale, ...text },
                collectionExists(run.projectId, collectionId),
              ),
            ),
          ];
        }),
      );
    }
  }
  await ctx.db.commit([writeProgress(run, { phase: "articles", at: null, outline }, now)]);
}

async function importPage(ctx: Ctx, run: Run, source: Source, isEnough: () => boolean): Promise<void> {
  const { articles, next, total } = await source.page(run.outline ?? { collections: [], locales: [] }, run.at);
  const ids = articles.map(({ id }) => id);
  const [access, said, imported, collections] = await ctx.db.read(
    readAccess(run.projectId),
    readRowOutcome(run, ids),
    readImportedItems(run, ids),
    readImportedCollections(run),
  );
  if (!access) return;
  const siblings = [...imported];
  const languageOf = languagesOf(run.outline?.locales ?? [], access.locales, access.defaultLocale);
  for (const article of articles) {
    await importArticle(ctx, { run, languageOf, offered: access.locales, imported: siblings, said, collections }, article);
    // The page is read again; rows that exist are not repeated.
    if (isEnough()) return;
  }
  const to = next === null ? { phase: "finish" as const, at: null } : { phase: "articles" as const, at: next };
  await ctx.db.commit([writeProgress(run, { ...to, total }, ctx.clock.now())]);
}

/** Returns true when nothing is left. */
async function finishArticles(ctx: Ctx, run: Run, source: Source, isEnough: () => boolean): Promise<boolean> {
  while (!isEnough()) {
    const [open] = await ctx.db.read(readOpen(run, OPEN));
    for (const one of open) {
      await finishArticle(ctx, run, source, one);
      if (isEnough()) return false;
    }
    if (open.length === 0) {
      await ctx.db.commit([writeEnded(run, "done", ctx.clock.now())]);
      return true;
    }
  }
  return false;
}

/** Wakes runs that waited for their help desk, or whose job was lost. */
export async function resumeImports(ctx: Ctx): Promise<void> {
  const [active] = await ctx.db.read(readActive(ctx.clock.now(), ACTIVE));
  await reviveRuns(ctx, active, startWork);
}
