// What every job does that pays for calls of an evaluation, one after the other: it finds out whether one is still being made, and keeps what came of
// one.
import type { SQL } from "#kernel/db/index.ts";
import { type ModelCallId, newId } from "#kernel/ids/index.ts";
import { type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { DEAD_AFTER } from "./rules.ts";

/** A call that is being made since a time (ms), or was when its worker died. */
export interface CallUnderWay {
  readonly call: ModelCallId;
  readonly since: number;
}
/**
 * Whether another worker may still be making the call: one that was started by resuming, or whose job was handed out again. If so, the job is stored
 * to look again once that worker has to be done or dead; one for each call and time, however often it is stored.
 */
export async function isStillMade(ctx: Ctx, work: Omit<NewJob, "id" | "dueAt">, { call, since }: CallUnderWay): Promise<boolean> {
  const now = ctx.clock.now();
  const dueAt = since + DEAD_AFTER;
  if (now >= dueAt) return false;
  await ctx.db.commit([writeJobs([{ ...work, id: newId("job", now), key: `${work.key}:${call}:${dueAt}`, dueAt }], now)]);
  return true;
}
/**
 * Commits what came of a call, a second time if the database did not answer: what was paid for is not known anywhere else. Every statement has to be for
 * this call alone, so that nothing is counted twice.
 */
export const commitPaid = async (ctx: Ctx, statements: readonly SQL[]): Promise<void> =>
  void (await ctx.db.commit(statements).catch(() => ctx.db.commit(statements)));
