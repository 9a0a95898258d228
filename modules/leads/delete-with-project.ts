// Removes all leads of a deleted project, page by page, by a job; and what members deleted, an hour to two later.
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { type Ctx, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { forgetAddresses } from "#modules/suppression";
import * as v from "valibot";
import { leadRemoval } from "./extension.ts";
import { hasLeads, readPurgedAddresses, writeGoneWithProject, writePurged } from "./queries.ts";

/** Leads of one batch, each with all that is known of it. */
const PAGE = 50;
/** Deleted leads that the schedule removes in an hour. */
const PURGED = 200;
/** Statements that one invocation may spend. */
const ROOM = 40;
/** A deleted lead can be restored for this long, in milliseconds. */
const KEPT = hours(1);

const deletion = job("leads.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `leads.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});

export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const changes = await ctx.db.commit(writeGoneWithProject(projectId, PAGE, ctx.registry.extensions.of(leadRemoval)));
    if ((changes.at(-1) ?? 0) < PAGE) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "leads",
  statements: (projectId, when, now) => [writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${hasLeads(projectId)}`)],
});

/** The minute of the hour in which the schedule removes them: each statement of every minute counts. */
const PURGED_AT = 7;
/** Cron task. */
export async function purgeLeads(ctx: Pick<Ctx, "env" | "db" | "clock" | "registry">): Promise<void> {
  const now = ctx.clock.now();
  if (new Date(now).getUTCMinutes() !== PURGED_AT) return;
  const [gone] = await ctx.db.read(readPurgedAddresses(now - KEPT, PURGED));
  await ctx.db.commit([...(await forgetAddresses(ctx, gone)), ...writePurged(now - KEPT, PURGED, ctx.registry.extensions.of(leadRemoval))]);
}
