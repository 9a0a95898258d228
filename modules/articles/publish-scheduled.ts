// Publishes scheduled texts that are due, on behalf of whoever scheduled them.
import { stillMay, writeAudit } from "#modules/projects";
import { hours } from "#kernel/clock/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { queryOne, type SQL, sql } from "#kernel/db/index.ts";
import { articleDetail } from "./permissions.ts";
import type { ScheduleFailure } from "./contract.ts";
import { buildPublication } from "./publish.ts";
import { type ScheduledText, readScheduled, readPublishable } from "./queries.ts";
import { isDue, writeUnscheduled } from "./writes.ts";

/** Texts of one tick: each is read and written alone, since it may be long. */
const PER_TICK = 20;
/** Statements of one invocation after which the rest waits for the next tick. */
const ENOUGH = 300;
/** How long a text that fails each time may stand before others. */
const GIVE_UP_AFTER = hours(1);

export async function publishScheduled(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readScheduled(now, PER_TICK));
  for (const one of due) {
    // One text's trouble must not keep the others waiting.
    await publish(ctx, one).catch(async (error: unknown) => {
      ctx.log.error("a scheduled text was not published", error, { article: one.articleId });
      if (one.publishAt < now - GIVE_UP_AFTER) await ctx.db.commit(failed(one, "trouble", now));
    });
    if (ctx.db.cost.statements > ENOUGH) break;
  }
}
/** Takes the text off the schedule, and says so to whoever looks. */
const failed = ({ projectId, articleId, locale, publishAt, by }: ScheduledText, why: ScheduleFailure, now: number, when?: SQL): SQL[] => [
  writeUnscheduled({ projectId, articleId, locale }, publishAt, { why, now }, when),
  writeAudit(
    { projectId, actor: `operator:${by}`, action: "help.schedule_failed", detail: { ...articleDetail(articleId, locale), why }, now },
    sql`changes() > 0`,
  ),
];

async function publish(ctx: Ctx, due: ScheduledText): Promise<void> {
  const { projectId, articleId, locale, publishAt, by } = due;
  const now = ctx.clock.now();
  const which = { projectId, articleId, locale };
  const may = stillMay(projectId, by, "admin");
  const [found, mayNot] = await ctx.db.read(
    readPublishable(projectId, articleId, locale),
    queryOne(sql`SELECT 1 WHERE NOT ${may}`, () => true),
  );
  // Nobody is left to be told, or there is nothing new.
  if (found && (found.gone || found.liveRevision === found.revision)) {
    await ctx.db.commit([writeUnscheduled(which, publishAt)]);
    return;
  }
  if (!found || found.archived || found.title.trim() === "" || found.content.trim() === "") {
    await ctx.db.commit(failed(due, "text", now));
    return;
  }
  // It was theirs to give only while they may publish. Somebody else publishes it, or sets a new time.
  if (mayNot === true) {
    await ctx.db.commit(failed(due, "giver", now, sql`NOT ${may}`));
    return;
  }
  const { statements, job } = await buildPublication(which, found, by, now, sql`${isDue(which, publishAt)} AND ${may}`);
  const [stored] = await ctx.db.commit(statements);
  if (stored === 1) wakeJobs(ctx, [job]);
}
