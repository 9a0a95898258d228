// Releases held mail once the limits allow it, a few each minute.
import { provide, type Ctx } from "#kernel/module/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { contactChanged } from "#modules/contacts";
import { limitUnverified } from "./unverified-limit.ts";
import { aboutContact, attemptJob } from "./send-mail.ts";
import { isReleased, readDueMails, writeDueNow, writePutOff, writeReleased } from "./held-queries.ts";

const PER_TICK = 20;

/** Releases due mails. One batch decides for all of them in order, so that no two use the same slot of a limit. */
export async function releaseHeldMails(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readDueMails(now, PER_TICK));
  if (due.length === 0) return;
  const jobs: string[] = [];
  await ctx.db.commit(
    due.flatMap((row) => {
      const { id, projectId, attempts } = row;
      const strangers = limitUnverified(ctx, { projectId, accountId: row.strangersBy }, row.strangers);
      const released = isReleased(id, now);
      // Attempts before a person resent the mail had another idempotency key, so they count as an earlier round.
      const work = attemptJob(row, attempts + 1, attempts, now, now);
      jobs.push(work.id);
      return [
        writeReleased(row, strangers.when, now),
        ...strangers.count(released),
        writeJobs([work], now, released, aboutContact(row.contactId)),
        writePutOff(row, strangers.when, now),
      ];
    }),
  );
  wakeJobs(ctx, jobs);
}

/** Makes mail held for an address due as soon as the address is verified, because verified addresses have no limit. */
export const releaseOnVerification = provide(contactChanged, async (ctx, { projectId, contact }) => {
  if (contact.emailVerified) await ctx.db.commit([writeDueNow(projectId, contact.id, ctx.clock.now())]);
});
