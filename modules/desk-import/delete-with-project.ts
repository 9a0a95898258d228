// Removes what imports stored of a deleted project, page by page, by a job.
import { sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { hasRuns, writeGoneWithProject, writeStopWithProject } from "./queries.ts";

/** Rows of one batch, of each table. */
const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 40;

const deletion = job("desk-import.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `desk-import.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});

export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  const before = ctx.db.cost.statements;
  for (;;) {
    // Of its own: the minute schedule may have spent many before, and it has to get on nevertheless.
    if (ctx.db.cost.statements - before > ROOM) return "again";
    const changes = await ctx.db.commit(writeGoneWithProject(projectId, PAGE));
    if (changes.every((count) => count < PAGE)) return void (await ctx.db.commit(writeGoneWithProject(projectId, PAGE)));
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "desk imports",
  statements: (projectId, when, now) => [
    writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${hasRuns(projectId)}`),
    ...writeStopWithProject(projectId, now, when),
  ],
});
