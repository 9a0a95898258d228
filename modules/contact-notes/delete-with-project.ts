// Removes all notes of a deleted project, page by page, by a job; and what members deleted, an hour later.
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import { type Ctx, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import * as v from "valibot";
import { hasNotes, writeGoneWithProject, writePurged } from "./queries.ts";

const PAGE = 500;
/** Statements that one invocation may spend. */
const ROOM = 40;
/** A deleted note can be restored for this long, in milliseconds. */
const KEPT = hours(1);

const deletion = job("contact-notes.delete", v.strictObject({ projectId: idOf("project") }));
const jobOf = (projectId: ProjectId, now: number) => ({
  ...{ id: newId("job", now), kind: deletion.kind, key: `contact-notes.delete:${projectId}`, payload: { projectId } },
  ...{ projectId: null, dueAt: now },
});

export const deletionJob = handle(deletion, async (ctx, { projectId }) => {
  for (;;) {
    if (ctx.db.cost.statements > ROOM) return "again";
    const [deleted = 0] = await ctx.db.commit([writeGoneWithProject(projectId, PAGE)]);
    if (deleted < PAGE) return;
  }
});
export const deleteWithProject = provide(projectCleanup, {
  name: "contact notes",
  statements: (projectId, when, now) => [writeJobs([jobOf(projectId, now)], now, sql`${when} AND ${hasNotes(projectId)}`)],
});

/** Cron task. */
export async function purgeNotes(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  await ctx.db.commit([writePurged(ctx.clock.now() - KEPT, PAGE)]);
}
