// What becomes of the suppressed addresses of a deleted project, page by page, by a job.
import { sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { hasSuppressions, writeGoneWithProject, writeIdentityGone } from "./queries.ts";

const PAGE = 200;
/** Statements that one invocation may spend. */
const ROOM = 40;

const deletion = job("suppression.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `suppression.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});

export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [deleted = 0, kept = 0] = await ctx.db.commit(writeGoneWithProject(projectId, PAGE));
    if (deleted + kept === 0) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "suppression",
  statements: (projectId, when, now) => [
    writeIdentityGone(projectId, when),
    writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${hasSuppressions(projectId)}`),
  ],
});
