// Claims job rows by compare-and-set with a lease, and runs them. Called after a commit, by the queue, and by cron.
import { minutes, seconds } from "#kernel/clock/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/types.ts";
import * as v from "valibot";
import {
  readClaimable,
  readClaimed,
  readDue,
  writeContinue,
  writeClaim,
  writeDead,
  writeDone,
  writeFailed,
  writeForgetDone,
} from "./queries.ts";

/** The time in milliseconds after which another run may take over a job. */
const LEASE = minutes(5);
const MAX_ATTEMPTS = 10;
const MAX_PER_TICK = 50;
/** Statements of one invocation after which it starts no further job. The others wait for the queue or the next tick. */
const MAX_STATEMENTS = 300;

/** Runs the job if it is due and not claimed. Never throws: a failure is stored in the row and retried later. */
export async function runJob(ctx: Ctx, jobId: string): Promise<void> {
  const now = ctx.clock.now();
  const lease = crypto.randomUUID();
  const [claimed] = await ctx.db.commitAndRead([writeClaim(jobId, lease, now, now + LEASE)], readClaimed(jobId, lease));
  if (!claimed) return;
  const handler = ctx.registry.jobs.get(claimed.kind);
  try {
    // A failure is handled below; a run whose isolate died is noticed only here.
    if (claimed.attempts > MAX_ATTEMPTS) throw new Error("the last attempt never ended");
    if (!handler) throw new Error(`no handler for ${claimed.kind}`);
    const payload = v.parse(handler.job.payload, JSON.parse(claimed.payload));
    // What a job stores must not depend on who woke it; what it writes to somebody is in a language that it chooses itself.
    const outcome = await inLanguage("en", () =>
      handler.run(ctx, payload as never, { jobId, projectId: claimed.projectId, attempts: claimed.attempts }),
    );
    const finishedAt = ctx.clock.now();
    await ctx.db.commit([outcome === "again" ? writeContinue(jobId, lease, finishedAt) : writeDone(jobId, lease, finishedAt)]);
    // Continue in another invocation, which has its own statement budget. Cron finds the job if the queue loses the message.
    if (outcome === "again") await wakeQueue(ctx, [jobId]);
  } catch (error) {
    ctx.log.error("job failed", error, { jobId, kind: claimed.kind, attempts: claimed.attempts });
    const message = error instanceof Error ? error.message.slice(0, 500) : "failed";
    const later = ctx.clock.now() + Math.min(minutes(60), seconds(10) * 2 ** claimed.attempts);
    await ctx.db.commit([
      claimed.attempts >= MAX_ATTEMPTS ? writeDead(jobId, lease, ctx.clock.now(), message) : writeFailed(jobId, lease, later, message),
    ]);
  }
}

/**
 * Which of the jobs that the queue names are still to be run. Most have already run after the response that stored them, and one read tells
 * that of all of them. All of them if it cannot be read.
 */
export async function jobsToRun(ctx: Ctx, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (jobIds.length < 2) return new Set(jobIds);
  try {
    return (await ctx.db.read(readClaimable(jobIds, ctx.clock.now())))[0];
  } catch (error) {
    ctx.log.warn("which jobs still wait could not be read", { error: String(error) });
    return new Set(jobIds);
  }
}

/** The jobs woken in one invocation run one after the other: the tail of each chain. */
const chains = new WeakMap<Ctx["db"], Promise<void>>();

/**
 * Wakes jobs that were just stored: notifies the queue, and runs them after the response within the statement budget. If both fail,
 * cron runs the jobs within a minute.
 */
export function wakeJobs(ctx: Ctx, jobIds: readonly string[]): void {
  if (jobIds.length === 0) return;
  ctx.after(
    (async () => {
      await wakeQueue(ctx, jobIds);
      const run = async (): Promise<void> => {
        for (const jobId of jobIds) if (ctx.db.cost.statements <= MAX_STATEMENTS) await runJob(ctx, jobId);
      };
      const chain = (chains.get(ctx.db) ?? Promise.resolve()).then(run, run);
      chains.set(ctx.db, chain);
      await chain;
    })(),
  );
}

/** Wakes a job that was just stored and is due after `delay` milliseconds, through the queue. If that fails, cron runs it within a minute. */
export function wakeJobLater(ctx: Ctx, jobId: string, delay: number): void {
  ctx.after(wakeQueue(ctx, [jobId], Math.ceil(delay / seconds(1))));
}

/** Never throws: an installation may have lost its queue. */
async function wakeQueue(ctx: Ctx, jobIds: readonly string[], delaySeconds = 0): Promise<void> {
  try {
    await ctx.env.JOBS.sendBatch(jobIds.map((jobId) => (delaySeconds === 0 ? { body: { jobId } } : { body: { jobId }, delaySeconds })));
  } catch (error) {
    ctx.log.warn("the queue did not accept a wake message", { error: String(error) });
  }
}

/**
 * Runs due jobs that neither the queue nor the first invocation ran, in a bounded number, and deletes old finished rows. Jobs beyond the
 * statement budget go to the queue, where each gets its own invocation, so that a backlog does not take a minute for each job.
 */
export async function recoverJobs(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readDue(now, MAX_PER_TICK));
  let done = 0;
  for (; done < due.length && ctx.db.cost.statements <= MAX_STATEMENTS; done += 1) await runJob(ctx, due[done] ?? "");
  if (done < due.length) await wakeQueue(ctx, due.slice(done));
  await ctx.db.commit([writeForgetDone(now - minutes(60 * 24 * 7), 200)]);
}
