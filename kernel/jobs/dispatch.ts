// Claims a job row by compare-and-set with a lease, and runs it. Called after the commit, by the queue and by cron.
import { minutes, seconds } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/vocabulary.ts";
import * as v from "valibot";
import { readClaimed, readDue, writeContinue, writeClaim, writeDead, writeDone, writeFailed, writeForgetDone } from "./queries.ts";

/** How long one run may take before another may take the job over. */
const LEASE = minutes(5);
const MAX_ATTEMPTS = 10;
const PER_TICK = 50;
/** Statements of one invocation after which it begins no further job: what is due waits for the queue or the next tick. */
const ENOUGH = 300;

/** Runs the job if it is due and free. Never throws: a failure is stored in the row and tried again later. */
export async function runJob(ctx: Ctx, jobId: string): Promise<void> {
  const now = ctx.clock.now();
  const lease = crypto.randomUUID();
  const [claimed] = await ctx.db.commitAndRead([writeClaim(jobId, lease, now, now + LEASE)], readClaimed(jobId, lease));
  if (!claimed) return;
  const handler = ctx.registry.jobs.get(claimed.kind);
  try {
    // Failures are counted where they happen; a run that took its isolate down is only seen here.
    if (claimed.attempts > MAX_ATTEMPTS) throw new Error("the last attempt never ended");
    if (!handler) throw new Error(`no handler for ${claimed.kind}`);
    const payload = v.parse(handler.job.payload, JSON.parse(claimed.payload));
    const end = await handler.run(ctx, payload as never, { jobId, projectId: claimed.projectId, attempts: claimed.attempts });
    const ended = ctx.clock.now();
    await ctx.db.commit([end === "again" ? writeContinue(jobId, lease, ended) : writeDone(jobId, lease, ended)]);
    // Another invocation has its own budget: only the queue is notified, and cron finds what the queue loses.
    if (end === "again") await wakeQueue(ctx, [jobId]);
  } catch (error) {
    ctx.log.error("job failed", error, { jobId, kind: claimed.kind, attempts: claimed.attempts });
    const says = error instanceof Error ? error.message.slice(0, 500) : "failed";
    const later = ctx.clock.now() + Math.min(minutes(60), seconds(10) * 2 ** claimed.attempts);
    await ctx.db.commit([
      claimed.attempts >= MAX_ATTEMPTS ? writeDead(jobId, lease, ctx.clock.now(), says) : writeFailed(jobId, lease, later, says),
    ]);
  }
}

/** The hints of one invocation run their jobs one after the other. */
const turns = new WeakMap<Ctx["db"], Promise<void>>();

/**
 * Notifies the queue of jobs that were just stored, and runs them after the answer, within the invocation's budget. Losing either
 * costs a minute, not the work.
 */
export function wakeJobs(ctx: Ctx, jobIds: readonly string[]): void {
  if (jobIds.length === 0) return;
  ctx.after(
    (async () => {
      await wakeQueue(ctx, jobIds);
      const run = async (): Promise<void> => {
        for (const jobId of jobIds) if (ctx.db.cost.statements <= ENOUGH) await runJob(ctx, jobId);
      };
      const turn = (turns.get(ctx.db) ?? Promise.resolve()).then(run, run);
      turns.set(ctx.db, turn);
      await turn;
    })(),
  );
}

/** Never throws: an installation may have lost its queue. */
async function wakeQueue(ctx: Ctx, jobIds: readonly string[]): Promise<void> {
  try {
    await ctx.env.JOBS.sendBatch(jobIds.map((jobId) => ({ body: { jobId } })));
  } catch (error) {
    ctx.log.warn("the queue took no hint", { error: String(error) });
  }
}

/**
 * The third chance: everything that is due, in a bounded batch; and old finished rows go. What this invocation has no room for is told
 * to the queue once more: each message is an invocation of its own, so a restart that lost all hints costs a minute, not one a job.
 */
export async function recoverJobs(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readDue(now, PER_TICK));
  let done = 0;
  for (; done < due.length && ctx.db.cost.statements <= ENOUGH; done += 1) await runJob(ctx, due[done] ?? "");
  if (done < due.length) await wakeQueue(ctx, due.slice(done));
  await ctx.db.commit([writeForgetDone(now - minutes(60 * 24 * 7), 200)]);
}
