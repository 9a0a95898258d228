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

/** A new name, colour or website is on every page. */
export const faceChanged = provide(publicProfileChange, {
  name: "public pages",
  statements: (projectId, when, now) => [writeJobs([renderAll(projectId, now)], now, sql`${isOpen(projectId)} AND ${when}`)],
});

/** Whoever left the team is named no more. */
export const memberLeft = provide(teamChange, {
  name: "authors of articles",
  statements: (projectId, when, now) => [writeJobs([renderAll(projectId, now)], now, sql`${namesAuthors(projectId)} AND ${when}`)],
});
/** Whoever goes by another name does so on every page. */
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

/** The help center of a deleted project is closed in the same batch. */
export const closeWithProject = provide(projectCleanup, {
  name: "help center",
  statements: (projectId, when) => [writeClosed(projectId, when)],
});
/** Of a deleted project the pages go. The job finds the project gone; it stands after what ends the project's other work. */
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

/** Runs whose job died leave their place behind. */
export async function removeAbandonedRuns(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeForgetRuns(ctx.clock.now() - days(7), 100)]);
}
