// Cron tasks: resume receipts that no job works on, and remove old evidence and unused objects.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import { writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { addressHash } from "#modules/email";
import {
  readForgotten,
  readFailedForGood,
  readOld,
  readUnknownSenders,
  writeEvidenceCleared,
  writeGivenUp,
  writeSenderHash,
} from "./queries.ts";
import { m } from "#messages";
import { keyOfAdmission } from "./admit-job.ts";
import { admissionOf } from "./receiving/store-mail.ts";

const PER_TICK = 50;
/** After this long a receipt without a job has lost it. */
const LOST = minutes(5);
/** Interval at which a mail that failed ten times is tried again, so that acknowledged mail survives a longer outage. */
const ANEW = hours(6);
/** Limit per tick, so that permanently failing mails do not displace others. */
const ANEW_PER_TICK = 5;
/** How long mails that became no message are kept, so that somebody can look into them. */
const KEPT = days(30);

/** Stores the missing jobs. The schedule's own task or the next tick runs them. */
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

export async function deleteOldEvidence(ctx: Ctx): Promise<void> {
  const [old] = await ctx.db.read(readOld(ctx.clock.now() - KEPT, PER_TICK));
  if (old.length === 0) return;
  // Objects first: as long as a row names its object, a retry finds it.
  await ctx.env.FILES.delete(old.map(({ objectKey }) => objectKey));
  await ctx.db.commit([writeEvidenceCleared(old.map(({ id }) => id))]);
}
