// Continues rounds whose worker died, and forgets old traces.
import { days, minutes } from "#kernel/clock/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readLeft, writeForgetOldTraces } from "../store/rounds.ts";
import { roundJob } from "./job.ts";

/** Rounds that are continued in a minute. */
const MOST = 20;
/** Traces are kept this long. */
const KEEP = days(90);

/** Stores a job for each; a second one for the same attempt has the same key. */
export async function continueRounds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [left] = await ctx.db.read(readLeft(now, MOST));
  if (left.length === 0) return;
  const jobs = left.map(({ id, projectId, conversationId, attempts }) => ({
    id: newId("job", now),
    kind: roundJob.kind,
    key: `assistant.round:${id}:${attempts}`,
    payload: { projectId, conversationId, cause: id, author: "system" },
    projectId,
    dueAt: now,
  }));
  await ctx.db.commit([writeJobs(jobs, now)]);
  wakeJobs(
    ctx,
    jobs.map(({ id }) => id),
  );
}

export async function forgetTraces(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  // Once an hour is enough.
  if (Math.floor(now / minutes(1)) % 60 !== 17) return;
  await ctx.db.commit([writeForgetOldTraces(newId("round", now - KEEP), 500)]);
}
