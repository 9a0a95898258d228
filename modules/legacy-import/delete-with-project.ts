// Removes what was kept of a deleted project's import, page by page, by a job.
import { sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { wasImported, writeGoneWithProject } from "./queries.ts";

/** Receipts of one batch. */
const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 40;

const deletion = job("legacy-import.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `legacy-import.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});

export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const changes = await ctx.db.commit(writeGoneWithProject(projectId, PAGE));
    if ((changes.at(-1) ?? 0) < PAGE) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "imported data",
  statements: (projectId, when, now) => [writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${wasImported(projectId)}`)],
});
