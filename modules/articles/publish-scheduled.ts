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

/** Texts of one tick. Each is read and written alone, because it may be long. */
const PER_TICK = 20;
/** Statements of one invocation after which the rest waits for the next tick. */
const ENOUGH = 300;
/** How long a text that keeps failing is retried. */
const GIVE_UP_AFTER = hours(1);

export async function publishScheduled(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readScheduled(now, PER_TICK));
  for (const one of due) {
    // The failure of one text must not delay the others.
    await publish(ctx, one).catch(async (error: unknown) => {
      ctx.log.error("a scheduled text was not published", error, { article: one.articleId });
      if (one.publishAt < now - GIVE_UP_AFTER) await ctx.db.commit(failed(one, "trouble", now));
    });
    if (ctx.db.cost.statements > ENOUGH) break;
  }
}
/** Unschedules the text, and stores the reason for its page and the audit log. */
const failed = ({ projectId, articleId, locale, publishAt, by }: ScheduledText, why: ScheduleFailure, now: number, when?: SQL): SQL[] => [
  writeUnscheduled({ projectId, articleId, locale }, publishAt, { why, now }, when),
  writeAudit(
    {
      projectId,
      actor: `operator:${by}`,
      action: "help.schedule_failed",
      detail: { ...articleDetail(projectId, articleId, locale), why },
      now,
    },
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
  // The project is gone or there is nothing new, so there is no reason to report.
  if (found && (found.gone || found.liveRevision === found.revision)) {
    await ctx.db.commit([writeUnscheduled(which, publishAt)]);
    return;
  }
  if (!found || found.archived || found.title.trim() === "" || found.content.trim() === "") {
    await ctx.db.commit(failed(due, "text", now));
    return;
  }
  // The person who scheduled it may no longer publish; somebody else has to publish or schedule it.
  if (mayNot === true) {
    await ctx.db.commit(failed(due, "giver", now, sql`NOT ${may}`));
    return;
  }
  const { statements, job } = await buildPublication(which, found, by, now, sql`${isDue(which, publishAt)} AND ${may}`);
  const [stored] = await ctx.db.commit(statements);
  if (stored === 1) wakeJobs(ctx, [job]);
}
