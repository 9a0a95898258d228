// Cron tasks: resumes receipts that nothing works on, and removes old evidence and unused objects.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import { writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { addressHash } from "#modules/email";
import { readForgotten, readFailedForGood, readOld, readUnknownSenders, writeForgotten, writeGivenUp, writeSenderHash } from "./queries.ts";
import { m } from "#messages";
import { keyOfAdmission } from "./admit-job.ts";
import { admissionOf } from "./receiving/store-mail.ts";

const PER_TICK = 50;
/** After which a receipt without a job is one that has lost it. */
const LOST = minutes(5);
/** Until a mail that failed ten times is tried anew: what was acknowledged is not lost because a store was down for a night. */
const ANEW = hours(6);
/** Mails that fail each time must not take the room of others. */
const ANEW_PER_TICK = 5;
/** How long mails are kept that never became a message: long enough for somebody to look why. */
const KEPT = days(30);

/** The jobs are run by the schedule's own task, or by the next tick. */
export async function resumeAdmissions(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [found, failed, unknown] = await ctx.db.read(
    readForgotten(now - LOST, PER_TICK),
    readFailedForGood(now - ANEW, ANEW_PER_TICK),
    readUnknownSenders(PER_TICK),
  );
  const senders = await Promise.all(
    unknown.map(async ({ messageId, address }) => writeSenderHash(messageId, address === "" ? null : await addressHash(ctx, address))),
  );
  await ctx.db.commit([
    writeGivenUp(now - LOST, PER_TICK, m.inbound_email_retrying_slowly()),
    ...found.map(({ id, projectId }) => writeJobs([admissionOf(id, projectId, now)], now)),
    ...failed.map((id) => writeRequeue(keyOfAdmission(id), now)),
    ...senders,
  ]);
}

export async function forgetOldEvidence(ctx: Ctx): Promise<void> {
  const [old] = await ctx.db.read(readOld(ctx.clock.now() - KEPT, PER_TICK));
  if (old.length === 0) return;
  // The objects first: as long as a row names its object, it is found again.
  await ctx.env.FILES.delete(old.map(({ objectKey }) => objectKey));
  await ctx.db.commit([writeForgotten(old.map(({ id }) => id))]);
}
