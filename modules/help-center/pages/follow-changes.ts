// Renders pages again when other modules change what they show.
import { days } from "#kernel/clock/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { type Ctx, provide } from "#kernel/module/index.ts";
import { anonymous } from "#kernel/auth/index.ts";
import { nameChanged } from "#modules/accounts";
import { projectCleanup, projectsOf, publicProfileChange, teamChange } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { renderAll, renderJob } from "#modules/articles";
import { writeForgetRuns } from "./run-queries.ts";
import { isOpen, namesAuthors, writeClosed } from "./settings-queries.ts";

/** The project's name, colour and website are on every page. */
export const publicProfileChanged = provide(publicProfileChange, {
  name: "public pages",
  statements: (projectId, when, now) => [writeJobs([renderAll(projectId, now)], now, sql`${isOpen(projectId)} AND ${when}`)],
});

/** Articles no longer name a member who has left the team. */
export const memberLeft = provide(teamChange, {
  name: "authors of articles",
  statements: (projectId, when, now) => [writeJobs([renderAll(projectId, now)], now, sql`${namesAuthors(projectId)} AND ${when}`)],
});
/** Articles name their authors, so a new name has to reach every page. */
export const authorRenamed = provide(nameChanged, async (ctx, accountId) => {
  const now = ctx.clock.now();
  const [projects] = await ctx.db.read(projectsOf(accountId));
  const jobs = projects.map((projectId) => ({ projectId, job: renderAll(projectId, now) }));
  if (jobs.length === 0) return;
  const changed = await ctx.db.commit(jobs.map(({ projectId, job }) => writeJobs([job], now, namesAuthors(projectId))));
  wakeJobs(
    { ...ctx, caller: anonymous },
    jobs.flatMap(({ job }, i) => (changed[i] === 1 ? [job.id] : [])),
  );
});

/** Closes the help center in the batch that deletes its project. */
export const closeWithProject = provide(projectCleanup, {
  name: "help center",
  statements: (projectId, when) => [writeClosed(projectId, when)],
});
/**
 * Removes the pages of a deleted project. The job is written after the statements that end the project's other jobs, so they do not end it
 * too.
 */
export const removePagesWithProject = provide(projectCleanup, {
  name: "public pages",
  statements: (projectId, when, now) => [
    writeJobs(
      [{ id: newId("job", now), kind: renderJob.kind, key: `help.end:${projectId}`, payload: { projectId }, projectId, dueAt: now }],
      now,
      when,
    ),
  ],
});

/** Removes the rows of runs whose job has died. */
export async function removeAbandonedRuns(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeForgetRuns(ctx.clock.now() - days(7), 100)]);
}
