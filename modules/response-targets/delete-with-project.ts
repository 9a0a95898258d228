// Removes the policies of a deleted project with it, and its clocks page by page by a job.
import { sql } from "#kernel/db/index.ts";
import { idOf, newId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { hasClocks, writeClocksGone, writePoliciesGone } from "./queries.ts";

const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 40;
const deletion = job("response-targets.delete", v.strictObject({ projectId: idOf("project") }));

export const deletionHandler = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [gone = 0] = await ctx.db.commit([writeClocksGone(projectId, PAGE)]);
    if (gone < PAGE) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "response targets",
  statements: (projectId, when, now) => [
    writePoliciesGone(projectId, when),
    writeJobs(
      [
        {
          ...{ id: newId("job", now), kind: deletion.kind, key: `${deletion.kind}:${projectId}`, payload: { projectId } },
          // Of no project: the jobs of a deleted one end.
          ...{ projectId: null, dueAt: now },
        },
      ],
      now,
      sql`${when} AND ${hasClocks(projectId)}`,
    ),
  ],
});
