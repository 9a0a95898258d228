// Ends the counting of a deleted project with it, and removes what was counted page by page by a job.
import { sql } from "#kernel/db/index.ts";
import { idOf, newId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { hasState, writeAllGone, writeStateGone } from "./counting/queries.ts";

const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 60;
const deletion = job("reports.delete", v.strictObject({ projectId: idOf("project") }));

export const deletionHandler = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const gone = await ctx.db.commit(writeAllGone(projectId, PAGE));
    if (gone.every((rows) => rows < PAGE)) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "reports",
  statements: (projectId, when, now) => [
    writeJobs(
      [
        {
          ...{ id: newId("job", now), kind: deletion.kind, key: `${deletion.kind}:${projectId}`, payload: { projectId } },
          // Of no project: the jobs of a deleted one end.
          ...{ projectId: null, dueAt: now },
        },
      ],
      now,
      sql`${when} AND ${hasState(projectId)}`,
    ),
    writeStateGone(projectId, when),
  ],
});
