// The job of an import. It works in bounded slices, each of which stores where the next one continues. A slice that is killed runs again
// and recognises what it had already done.
import { seconds } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { type DeskExportId, idOf, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, reviveRuns, type RunWork, sliceOf, workOfRun } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readAttributes } from "#modules/contact-attributes";
import { exportRemoval, writeExportRemoving } from "#modules/desk-exports";
import { announceChanged } from "#modules/live-updates";
import { openThread } from "#modules/conversations/contract";
import { HelpDeskError, waitAfter } from "#modules/help-import";
import { readMembers } from "#modules/projects";
import { readTags, tagRoomFor } from "#modules/tags";
import { MAX_PER_CONVERSATION, MAX_TAGS } from "#modules/tags/contract";
import { readTeams } from "#modules/teams";
import * as v from "valibot";
import { readerOf } from "#modules/help-desks";
import { importCompanies } from "./import-companies.ts";
import { importGiven, importRatings } from "./import-ratings.ts";
import { importReplies } from "./import-replies.ts";
import { importTicket, passOver } from "./import-ticket.ts";
import {
  isState,
  readActive,
  readItems,
  readReported,
  readRun,
  readStop,
  type Run,
  writeEnded,
  writeFailedAttempt,
  writeProgress,
} from "./queries.ts";
import { membersFor, placeAfter, placeOf, teamsFor } from "./rules.ts";
import { undoNext } from "./undo-import.ts";

/** A slice ends soon after this time, number of statements or of requests: its lease lasts five minutes. */
const SLICE = { ms: seconds(25), statements: 350 };
const REQUESTS = 120;
/** Attempts after which a ticket that fails here is passed over. */
const TRIES = 3;
const ACTIVE = 20;

export const importJob = job("desk.import", v.object({ projectId: idOf("project"), deskImportId: idOf("deskImport") }));
/** The statements that set the run to work, and the id of the job to wake. */
export const startWork = (run: { id: Run["id"]; projectId: ProjectId }, now: number, when: SQL): RunWork =>
  workOfRun(importJob, run, { projectId: run.projectId, deskImportId: run.id }, now, when);

export const importJobHandler = handle(importJob, async (ctx, { projectId, deskImportId }) => {
  const [run] = await ctx.db.read(readRun(projectId, deskImportId));
  if (!run || (run.state !== "running" && run.state !== "undoing")) return undefined;
  // The minute schedule resumes it.
  if (run.resumeAt !== null && run.resumeAt > ctx.clock.now()) return undefined;
  const [stop] = await ctx.db.read(readStop(run));
  if (stop !== undefined) return void (await ctx.db.commit([writeFailedAttempt(run, stop, null, ctx.clock.now())]));
  try {
    return await slice(ctx, run);
  } catch (error) {
    if (error instanceof HelpDeskError) await recordFailure(ctx, run, error);
    else if (isExpected(error)) await recordFailure(ctx, run, new HelpDeskError("refused"));
    else {
      ctx.log.error("an import of conversations failed", error, { run: run.id, failures: run.failures });
      await recordFailure(ctx, run, OURS);
    }
    return undefined;
  }
});
/** The help desk's fault, or a token that is missing; everything else is ours. */
const isExpected = (error: unknown): boolean =>
  error instanceof HelpDeskError || (error instanceof Refusal && error.code === "not_configured");

const OURS = { reason: "internal", wait: 0 } as const;
async function recordFailure(ctx: Ctx, run: Run, why: Parameters<typeof waitAfter>[0]): Promise<void> {
  const now = ctx.clock.now();
  const wait = waitAfter(why, run.failures);
  await ctx.db.commit([writeFailedAttempt(run, why.reason, wait === null ? null : now + wait, now)]);
}

async function slice(ctx: Ctx, run: Run): Promise<"again" | undefined> {
  const isFull = sliceOf(ctx, SLICE);
  let requests = (): number => 0;
  const isEnough = (): boolean => isFull() || requests() > REQUESTS;
  if (run.phase !== "tickets") {
    let state: Awaited<ReturnType<typeof undoNext>>;
    do state = await undoNext(ctx, run);
    while (state === "more" && !isEnough());
    // Once for a slice, however many conversations went or changed: open inboxes read again what they show.
    announceChanged(ctx, run.projectId, openThread);
    return state === "end" ? undefined : "again";
  }
  // Files are counted with the requests to the help desk: the platform counts them alike.
  let made = 0;
  const counted: Ctx = { ...ctx, fetch: (url, init) => ((made += 1), ctx.fetch(url, init)) };
  requests = () => made;
  return await importPage(counted, run, isEnough);
}

/** Imports what is on the next page. The page is read again until all of it is reported. */
async function importPage(ctx: Ctx, run: Run, isEnough: () => boolean): Promise<"again" | undefined> {
  const reader = await readerOf(ctx, run);
  const place = placeOf(run.at, run.options);
  const goOn = async (next: string | null, to: { readonly total?: number | null; readonly seenUntil?: number } = {}) => {
    const now = ctx.clock.now();
    const at = placeAfter(place.stage, next, run.options);
    await ctx.db.commit([
      writeProgress(run, { phase: "tickets", at: at ?? run.at, ...to }, now),
      ...(at === null ? [writeEnded(run, "done", now)] : []),
      // What was imported needs no file any more.
      ...(at === null && run.exportId !== null && !run.dry ? removesExport(run, run.exportId, now) : []),
    ]);
    return at === null ? undefined : ("again" as const);
  };
  if (place.stage === "replies") return await goOn(await importReplies(ctx, run, reader, place.at));
  if (place.stage === "companies") {
    const next = await importCompanies(ctx, run, reader, place.at, isEnough);
    return next === undefined ? "again" : await goOn(next);
  }
  if (place.stage === "ratings") {
    const next = await importRatings(ctx, run, reader, place.at, isEnough);
    return next === undefined ? "again" : await goOn(next);
  }
  const { agents, teams } = await reader.outline();
  const { tickets, next, total } = await reader.page(place.at, run.since);
  const ids = tickets.map(({ id }) => id);
  const [reported, items, members, attributes, ours, tags] = await ctx.db.read(
    readReported(run, ids),
    readItems(run, ids),
    readMembers(run.projectId),
    readAttributes(run.projectId),
    readTeams(run.projectId),
    readTags(run.projectId),
  );
  const setting = {
    ...{ run, reader, attributes, members: membersFor(agents, members, run.options), teams: teamsFor(teams, ours, run.options) },
    teamNames: new Map(teams.map(({ id, name }) => [id, name])),
    tagRoom: tagRoomFor(
      tags.map(({ name }) => name),
      { inProject: MAX_TAGS, ofOne: MAX_PER_CONVERSATION },
    ),
  };
  let isFirst = true;
  for (const ticket of tickets) {
    if (reported.has(ticket.id)) continue;
    const item = items.find(({ sourceId }) => sourceId === ticket.id);
    try {
      await importTicket(ctx, setting, ticket, item);
    } catch (error) {
      if (isExpected(error)) throw error;
      ctx.log.error("a conversation could not be imported", error, { run: run.id, sourceId: ticket.id });
      // Those before it went well: the attempts that count are those of this one.
      if (!isFirst) await ctx.db.commit([writeProgress(run, run, ctx.clock.now())]);
      const tried = isFirst && run.shown.error === "internal" ? run.failures : 0;
      if (tried < TRIES) {
        await recordFailure(ctx, { ...run, failures: tried }, OURS);
        return undefined;
      }
      // One ticket must not hold up all others.
      await passOver(ctx, run, ticket, item);
    }
    // It is behind us: what failed of it does not count for the next one, with which another slice may begin.
    if (isFirst && run.failures > 0) await ctx.db.commit([writeProgress(run, run, ctx.clock.now())]);
    isFirst = false;
    if (isEnough()) return "again";
  }
  if (run.options.ratings === true) {
    const given = tickets.flatMap(({ rating }) => rating ?? []);
    if (!(await importGiven(ctx, run, given, isEnough))) return "again";
  }
  // What changed while the run was reading may have escaped it, and is read again by the next one.
  const seenUntil = Math.max(0, ...tickets.map(({ changedAt }) => Math.min(changedAt, Date.parse(run.shown.createdAt))));
  return await goOn(next, { total, seenUntil });
}

function removesExport({ projectId, id }: Run, exportId: DeskExportId, now: number): SQL[] {
  const done = isState(projectId, id, "done");
  return [writeExportRemoving(projectId, exportId, done), exportRemoval(projectId, now, done).statement];
}

/** Wakes runs that waited for their help desk, or whose job was lost. */
export async function resumeDeskImports(ctx: Ctx): Promise<void> {
  const [active] = await ctx.db.read(readActive(ctx.clock.now(), ACTIVE));
  await reviveRuns(ctx, active, startWork);
}
