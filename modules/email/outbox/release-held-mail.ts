// Releases held mail once there is room, a few each minute.
import { provide, type Ctx } from "#kernel/module/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { contactChanged } from "#modules/contacts";
import { roomForStrangers } from "./room-for-strangers.ts";
import { aboutContact, attemptJob } from "./send-mail.ts";
import { isReleased, readDueMails, writeDueNow, writePutOff, writeReleased } from "./held-queries.ts";

const PER_TICK = 20;

/** One batch decides for all of them in their order, so none takes the room of another. */
export async function releaseHeldMails(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [due] = await ctx.db.read(readDueMails(now, PER_TICK));
  if (due.length === 0) return;
  const jobs: string[] = [];
  await ctx.db.commit(
    due.flatMap((row) => {
      const { id, projectId, attempts } = row;
      const strangers = roomForStrangers(ctx, { projectId, accountId: row.strangersBy }, row.strangers);
      const released = isReleased(id, now);
      // What was tried before a person asked again has another key at the provider, as when that person sends it.
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

/** An address that is proved has no ceiling: what waits for it goes with the next minute. */
export const releaseOnVerification = provide(contactChanged, async (ctx, { projectId, contact }) => {
  if (contact.emailVerified) await ctx.db.commit([writeDueNow(projectId, contact.id, ctx.clock.now())]);
});
