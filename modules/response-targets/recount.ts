// Computes the open clocks of a project anew, page by page, after its policies or business hours changed.
import { sql, type SQL } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import type { HoursChanged } from "#modules/business-hours";
import * as v from "valibot";
import { COMPUTED_WITHIN } from "./clock-writes.ts";
import { hasPolicies, readCounted, readRecount, writeRecount, writeRecounted, writeStale } from "./queries.ts";
import { settle } from "./settle.ts";

/** Conversations of one page. */
const PAGE = 20;
/** Statements that one invocation may spend. */
const ROOM = 250;
const recounting = job("response-targets.recount", v.strictObject({ projectId: idOf("project") }));

/** The job, for the batch of the change. */
export function recountJob(projectId: ProjectId, now: number, when: SQL): { readonly statement: SQL; readonly jobId: string } {
  const jobId = newId("job", now);
  const one = { id: jobId, kind: recounting.kind, key: `${recounting.kind}:${jobId}`, payload: { projectId }, projectId, dueAt: now };
  return { statement: writeJobs([one], now, when), jobId };
}
export const recountAfterHours: HoursChanged = (projectId, now, when) => {
  const { statement, jobId } = recountJob(projectId, now, sql`${when} AND ${hasPolicies(projectId)}`);
  return { statements: [statement, writeRecount(projectId, when)], jobIds: [jobId] };
};

/** May be repeated from any page. */
export const recountHandler = handle(recounting, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [after] = await ctx.db.read(readRecount(projectId));
    if (after === null) return;
    const [ids] = await ctx.db.read(readCounted(projectId, after, PAGE));
    await ctx.db.commit([writeStale(projectId, ids, ctx.clock.now() + COMPUTED_WITHIN)]);
    for (const id of ids) await settle(ctx, projectId, id);
    await ctx.db.commit([writeRecounted(projectId, after, ids.length < PAGE ? null : (ids.at(-1) ?? null))]);
  }
});
