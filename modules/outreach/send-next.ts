// Looks at the next mail of a sequence: sends it, waits, or ends the sequence. The only place that hands outreach to the outbox.
import { hours, minutes } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { newId, type OutreachReviewId, type OutreachSequenceId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, type NewJob, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readContactState, readContactZones } from "#modules/contacts";
import {
  aboutContact,
  addressIsFull,
  deliveryExists,
  emailConfig,
  firstAttempts,
  headerIdOf,
  limitUnverified,
  readSettings as readEmailSettings,
  writeDelivery,
} from "#modules/email";
import { readLeadThere, readWhyNotMailed, writeStage } from "#modules/leads";
import { hashOf } from "./canonical.ts";
import type { EndReason } from "./contract.ts";
import { belowCeilings, readSenderDays, readSent, writeCounted, writeDaysClosed, writeSenderCounted } from "./days-queries.ts";
import {
  isHandedOver,
  isRunning,
  type MailRow,
  mayGo,
  readMails,
  readOverdue,
  readSequence,
  type ReviewRow,
  type SequenceRow,
  writeEnded,
  writeHandedOver,
  writeStale,
  writeWaits,
} from "./queries.ts";
import { type Readiness, readReadiness, wholeOf } from "./readiness.ts";
import { allowanceOf, dayOf, decide } from "./rules.ts";
import { readSettings, wantsAnotherReviewer } from "./settings-queries.ts";
import { step, stepJob } from "./step-job.ts";
import { countedReturn, notStoppedAt, readStopAt } from "./suppressed.ts";
import { likelyZone } from "./time-zones.ts";

/** How long a sequence waits when the outbox would not have taken the mail. */
const AGAIN_AFTER = hours(1);

export const nextStepJob = handle(step, async (ctx, { sequenceId, step: at }, { projectId }) => {
  if (projectId !== null) await takeStep(ctx, projectId, sequenceId, at);
});

async function takeStep(ctx: Ctx, projectId: ProjectId, id: OutreachSequenceId, at: number): Promise<void> {
  const [[row, mails], readiness] = await Promise.all([
    ctx.db.read(readSequence(projectId, id), readMails(projectId, [id])),
    readReadiness(ctx, projectId),
  ]);
  if (!row || !readiness || row.state !== "running" || row.step !== at) return;
  const { decision, next, senderMost, projectMost } = await decideNext(ctx, projectId, row, mails, readiness);
  if (decision.kind === "end") return await endSequence(ctx, projectId, row, decision.reason);
  if (decision.kind === "wait") return await wait(ctx, projectId, { row, mails, readiness }, decision);
  if (!next?.review) return;
  await handOver(ctx, projectId, { row, next, review: next.review, readiness, senderMost, projectMost });
}

/** Whether the mail that would be sent now is, to the letter, the one that was reviewed. */
async function isAsReviewed(ctx: Ctx, readiness: Readiness, row: SequenceRow, mail: MailRow): Promise<boolean> {
  if (!mail.review) return false;
  const place = { sequenceId: row.id, position: mail.position, recipient: row.address };
  return (await hashOf(await wholeOf(ctx, readiness, place, mail))) === mail.review.hash;
}

async function decideNext(ctx: Ctx, projectId: ProjectId, row: SequenceRow, mails: readonly MailRow[], readiness: Readiness) {
  const now = ctx.clock.now();
  const day = dayOf(now);
  const { address: sender } = readiness.sender;
  const [settings, why, zones, sent, days, contact, lead] = await ctx.db.commitAndRead(
    [writeDaysClosed(sender, day)],
    readSettings(projectId),
    readWhyNotMailed(projectId, row.leadId, row.address),
    readContactZones(projectId, row.contactId === null ? [] : [row.contactId]),
    readSent(projectId, sender, day),
    readSenderDays(sender, day),
    readContactState(projectId, row.contactId),
    readLeadThere(projectId, row.leadId),
  );
  const sentMails = mails.filter(({ deliveryId }) => deliveryId !== null);
  const last = sentMails.at(-1);
  const next = mails.find(({ deliveryId }) => deliveryId === null);
  const isReviewed = next !== undefined && (await isAsReviewed(ctx, readiness, row, next));
  const senderMost = allowanceOf(days, settings.dailyMost);
  const isGone = contact !== null && contact !== "active";
  return {
    next,
    senderMost,
    projectMost: settings.dailyMost,
    decision: decide({
      now,
      lead: why,
      suppressed: isGone ? "suppressed" : await readStopAt(ctx, projectId, row.address),
      previous: last ? { state: last.delivery, sentAt: last.sentMs ?? now } : null,
      next: next ? { waitDays: next.waitDays, isReviewed } : null,
      isReady: readiness.missing.length === 0,
      zone: likelyZone({
        ...{ contact: zones.get(row.contactId ?? "") ?? null, address: row.address, domain: lead?.domain ?? null },
        project: settings.timeZone,
      }),
      window: settings,
      project: { sent: sent.project, most: settings.dailyMost },
      sender: { sent: sent.sender, most: senderMost },
    }),
  };
}

/** Ends a sequence, once, and counts what its recipient's mailbox or its owner said. */
async function endSequence(
  ctx: Pick<Ctx, "db" | "clock">,
  projectId: ProjectId,
  { id, suppressionKey: key }: SequenceRow,
  reason: EndReason,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.commit([writeEnded(projectId, id, reason, now), ...countedReturn(projectId, { id, key }, reason, now)]);
}

async function wait(
  ctx: Ctx,
  projectId: ProjectId,
  { row, mails, readiness }: { readonly row: SequenceRow; readonly mails: readonly MailRow[]; readonly readiness: Readiness },
  decision: { readonly for: NonNullable<SequenceRow["waitsFor"]>; readonly until: number | null },
): Promise<void> {
  const now = ctx.clock.now();
  if (decision.for !== "review") {
    const job = stepJob({ id: row.id, projectId, step: row.step + 1 }, now, decision.until ?? now + AGAIN_AFTER);
    await ctx.db.commit([writeWaits(projectId, row, decision), writeJobs([job], now, isRunning(projectId, row.id, row.step + 1))]);
    return;
  }
  const stale: OutreachReviewId[] = [];
  for (const mail of mails)
    if (mail.deliveryId === null && mail.review && !(await isAsReviewed(ctx, readiness, row, mail))) stale.push(mail.review.id);
  await ctx.db.commit(writeStale(projectId, row, stale, now));
}

interface HandOver {
  readonly row: SequenceRow;
  readonly next: MailRow;
  readonly review: ReviewRow;
  readonly readiness: Readiness;
  readonly senderMost: number;
  readonly projectMost: number;
}
/**
 * Puts the mail into the outbox. One batch decides: it is inserted only where the review of exactly these words, recipient and sender is
 * stored, and everything that stops a sequence is absent. Its key is the sequence and the position, so that nothing makes a second one.
 */
async function handOver(
  ctx: Ctx,
  projectId: ProjectId,
  { row, next, review, readiness, senderMost, projectMost }: HandOver,
): Promise<void> {
  const now = ctx.clock.now();
  const day = dayOf(now);
  const id = newId("delivery", now);
  const { address: sender } = readiness.sender;
  const [settings] = await ctx.db.read(readEmailSettings(projectId));
  const attempts = firstAttempts({ id, projectId }, now, aboutContact(row.contactId));
  // Nobody has proved the address for this, so it counts as a stranger's, whoever's it is.
  const strangers = limitUnverified(ctx, { projectId, accountId: review.reviewedBy }, 1);
  // What was reviewed, named by its hash as computed now: a row that was tampered with is not sent.
  const hash = await hashOf(review);
  const going = { sequence: row, position: next.position, review: { ...review, hash }, anotherReviewer: wantsAnotherReviewer(projectId) };
  const may: SQL = sql`${mayGo(projectId, going)} AND ${belowCeilings(projectId, sender, day, { project: projectMost, sender: senderMost })}
    AND NOT ${addressIsFull(row.addressHash, now, id)} AND ${strangers.when} AND ${notStoppedAt(projectId, row.addressHash, row.suppressionKey)}`;
  const made = deliveryExists(id);
  const handed = isHandedOver(projectId, row.id, id);
  const following = stepJob({ id: row.id, projectId, step: row.step + 1 }, now, now + minutes(10));
  await ctx.db.commit([
    writeDelivery(
      {
        ...{ id, projectId, kind: "outreach", cause: `outreach:${row.id}:${next.position}`, to: review.recipient, toHash: row.addressHash },
        ...{ proved: false, subject: review.subject, headerId: headerIdOf(id, settings, emailConfig(ctx.config)), now, attended: true },
        impossible: undefined,
        ...(row.contactId === null ? {} : { about: { contactId: row.contactId, conversationId: null, messageId: null } }),
      },
      may,
    ),
    writeHandedOver(projectId, going, { deliveryId: id, sender, day, now }, made),
    ...strangers.count(handed),
    writeSenderCounted(sender, day, handed),
    writeCounted(projectId, day, "sent", handed),
    writeStage(projectId, row.leadId, { from: ["new"], to: "contacted", now }, handed),
    ...attempts.statements,
    writeWaits(projectId, row, { for: "previous", until: now + minutes(10) }, handed),
    // The outbox would not have taken it: another mail was faster, or a limit of the address.
    writeWaits(projectId, row, { for: "address_limit", until: now + AGAIN_AFTER }, sql`NOT ${handed}`),
    writeJobs([following], now, sql`${isRunning(projectId, row.id, row.step + 1)} AND ${handed}`),
    writeJobs(
      [{ ...following, id: newId("job", now), dueAt: now + AGAIN_AFTER }],
      now,
      sql`${isRunning(projectId, row.id, row.step + 1)} AND NOT ${handed}`,
    ),
  ]);
  wakeJobs(ctx, [attempts.jobId]);
}

/** How long a sequence may be late before its job counts as lost. */
const LATE = hours(1);
const PER_HOUR = 50;
/** The minute of the hour in which the schedule looks: each statement of every minute counts. */
const LOOKS_AT = 23;
/** Cron task: gives sequences a job again whose own got lost. */
export async function recoverSteps(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (new Date(now).getUTCMinutes() !== LOOKS_AT) return;
  const [late] = await ctx.db.read(readOverdue(now - LATE, PER_HOUR));
  if (late.length === 0) return;
  const jobs = late.map((one): NewJob => stepJob({ ...one, step: one.step + 1 }, now, now));
  await ctx.db.commit(
    late.flatMap((one, i) => [
      writeWaits(one.projectId, one, { for: null, until: now }),
      writeJobs(jobs.slice(i, i + 1), now, isRunning(one.projectId, one.id, one.step + 1)),
    ]),
  );
  wakeJobs(
    ctx,
    jobs.map(({ id }) => id),
  );
}
