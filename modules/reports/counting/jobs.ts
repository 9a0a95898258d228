// When reports are counted: once an hour, when somebody reads one, and when the time zone changed. And when they are checked: each night.
import { hours, minutes } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type NewJob, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { HoursChanged } from "#modules/business-hours";
import * as v from "valibot";
import { localTime } from "./cells.ts";
import { checkProject } from "./check.ts";
import { countNext, type CountingCtx } from "./count.ts";
import { hasState, readProjects } from "./queries.ts";
import { rebuildNext } from "./rebuild.ts";

/** Statements that one invocation may spend. */
const ROOM = 250;
/** The minute of the hour in which the schedule looks: each statement of every minute counts. */
const LOOKS_AT = 53;
/** The hour of the project's own night in which it is checked, and how long a check is at least ago. */
const CHECKED_AT = 3;
const CHECKED_AGAIN_AFTER = hours(12);
const PROJECTS_AT_ONCE = 200;
/** Pages of projects of one look: 10,000 projects. */
const MOST_PAGES = 50;

const payload = v.strictObject({ projectId: idOf("project") });
const counting = job("reports.count", payload);
const checking = job("reports.check", payload);

/** Counts, and makes the rollups anew if they have to be, as far as the statements go; answers whether more is left. */
export async function catchUp(ctx: CountingCtx, projectId: ProjectId, room: number): Promise<boolean> {
  const end = ctx.db.cost.statements + room;
  while (ctx.db.cost.statements < end) {
    const done = await countNext(ctx, projectId);
    if (done === "ready" || done === "gone") return false;
    if (done === "build") await rebuildNext(ctx, projectId);
  }
  return true;
}
/** May be repeated from any point. */
export const countHandler = handle(counting, async (ctx, { projectId }) => ((await catchUp(ctx, projectId, ROOM)) ? "again" : undefined));
/** The same: what was put right does not differ any more. */
export const checkHandler = handle(checking, async (ctx, { projectId }) => {
  if (await catchUp(ctx, projectId, ROOM)) return "again";
  await checkProject(ctx, projectId);
  return;
});

const jobOf = (which: typeof counting, projectId: ProjectId, key: string, now: number): NewJob => ({
  ...{ id: newId("job", now), kind: which.kind, key: `${which.kind}:${projectId}:${key}`, payload: { projectId }, projectId, dueAt: now },
});
/** The rollups have their days in the zone of the business hours. */
export const recountAfterHours: HoursChanged = (projectId, now, when) => {
  const one = jobOf(counting, projectId, newId("job", now), now);
  return { statements: [writeJobs([one], now, sql`${when} AND ${hasState(projectId)}`)], jobIds: [one.id] };
};
/** Has a project counted further that is too far behind for one request. One job an hour, however often it is asked for. */
export async function countLater(ctx: Pick<Ctx, "db" | "clock" | "env" | "after" | "log">, projectId: ProjectId): Promise<void> {
  const now = ctx.clock.now();
  const one = jobOf(counting, projectId, `read:${Math.floor(now / hours(1))}`, now);
  const [stored = 0] = await ctx.db.commit([writeJobs([one], now)]);
  if (stored > 0) wakeJobs(ctx as Ctx, [one.id]);
}

/** Cron task. Looks once an hour, and then once for each 200 projects. */
export async function lookHourly(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (Math.floor(now / minutes(1)) % 60 !== LOOKS_AT) return;
  const hour = String(Math.floor(now / hours(1)));
  let after = "";
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const [projects] = await ctx.db.read(readProjects(after, PROJECTS_AT_ONCE));
    const jobs = projects.flatMap(({ projectId, isCounted, isBehind, zone, checkedAt }) => {
      const isDue = (checkedAt ?? 0) <= now - CHECKED_AGAIN_AFTER && localTime(zone)(now).hour === CHECKED_AT;
      if (isDue && (isCounted || isBehind)) return [jobOf(checking, projectId, hour, now)];
      return isBehind ? [jobOf(counting, projectId, hour, now)] : [];
    });
    if (jobs.length > 0) await storeJobs(ctx, jobs, now);
    const last = projects.at(-1);
    if (!last || projects.length < PROJECTS_AT_ONCE) return;
    after = last.projectId;
  }
}
async function storeJobs(ctx: Ctx, jobs: readonly NewJob[], now: number): Promise<void> {
  const statements: SQL[] = [writeJobs(jobs, now)];
  await ctx.db.commit(statements);
  wakeJobs(
    ctx,
    jobs.map(({ id }) => id),
  );
}
