// What makes pages follow changes of other modules.
import { days } from "#kernel/clock/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import { type Ctx, provide } from "#kernel/module/index.ts";
import { faceChange, projectDeletion } from "#modules/projects";
import { sql } from "drizzle-orm";
import { renderAll, renderJob } from "./jobs.ts";
import { isOpen, writeForgetRuns } from "./queries.ts";

/** A new name, colour or website is on every page. */
export const faceChanged = provide(faceChange, {
  name: "public pages",
  statements: (projectId, when, now) => [writeJobs([renderAll(projectId, now)], now, sql`${isOpen(projectId)} AND ${when}`)],
});

/** Of a deleted project the pages go. The job finds the project gone; it stands after what ends the project's other work. */
export const endPages = provide(projectDeletion, {
  name: "public pages",
  statements: (projectId, when, now) => [
    writeJobs(
      [{ id: newId("job", now), kind: renderJob.kind, key: `help.end:${projectId}`, payload: { projectId }, projectId, dueAt: now }],
      now,
      when,
    ),
  ],
});

/** Runs whose job died leave their place behind. */
export async function sweepRuns(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeForgetRuns(ctx.clock.now() - days(7), 100)]);
}
