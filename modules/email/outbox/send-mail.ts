// Makes one attempt at one mail: claims it in the outbox, calls the provider, and stores the outcome.
import { emailConfig, missingForSending } from "../variables.ts";
import { hours } from "#kernel/clock/index.ts";
import { type DeliveryId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, type JobMeta, type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import * as v from "valibot";
import { sendThroughProvider, providerOf } from "../providers/send-through-provider.ts";
import { templateOf, writeMail } from "./write-mail.ts";
import { tellReturned } from "./tell-returned.ts";
import {
  awaits,
  type Claim,
  HELD_FOR,
  isQueued,
  readClaimed,
  readDelivery,
  REASONS,
  writeAbandoned,
  writeClaim,
  writeCopiesTried,
  writeProviderId,
  writeSettled,
  writeSuppression,
} from "./queries.ts";
import { afterAttempt, type Next, notConfiguredSentence } from "./rules.ts";
import type { DeliveryRow } from "../delivery.ts";
import { writeWaiting } from "./held-queries.ts";

/** `round`: attempts made before a person last resent the mail. A new round has a new idempotency key. */
const send = job("email.send", v.strictObject({ deliveryId: idOf("delivery"), attempt: v.number(), round: v.number() }));

/** The job of one attempt. Two jobs for the same attempt do no harm: only one can claim the mail. */
export function attemptJob(
  d: { id: DeliveryId; projectId: ProjectId },
  attempt: number,
  round: number,
  now: number,
  dueAt: number,
): NewJob {
  const id = newId("job", now);
  return {
    id,
    kind: send.kind,
    key: `email.send:${d.id}:${attempt}:${id}`,
    payload: { deliveryId: d.id, attempt, round },
    projectId: d.projectId,
    dueAt,
  };
}
/** The job of a new mail's first attempt. A held mail gets its job when it is released. */
export function firstAttempts(d: { id: DeliveryId; projectId: ProjectId }, now: number, about: SQL): { jobId: string; statements: SQL[] } {
  const first = attemptJob(d, 1, 0, now, now);
  return { jobId: first.id, statements: [writeJobs([first], now, isQueued(d.id), about)] };
}
/** SQL of the contact that an attempt is about, whose erasure ends it. */
export const aboutContact = (contactId: string | null): SQL => (contactId === null ? sql`NULL` : sql`${contactId}`);

export const sendJob = handle(send, async (ctx, { deliveryId, attempt, round }, meta) => {
  if (meta.projectId !== null) await attemptMail(ctx, meta.projectId, { deliveryId, attempt, round }, meta);
});

async function attemptMail(
  ctx: Ctx,
  projectId: ProjectId,
  { deliveryId, attempt, round }: { deliveryId: DeliveryId; attempt: number; round: number },
  meta: JobMeta,
): Promise<void> {
  const [row] = await ctx.db.read(readDelivery(projectId, deliveryId));
  if (!row) return;
  // An earlier run of this job claimed the mail and was interrupted before it stored the outcome.
  const interrupted = row.state === "sending" && row.attempts === attempt && meta.attempts > 1;
  const waits = row.state === "queued" && row.attempts === attempt - 1;
  if (!interrupted && !waits) return;
  const email = emailConfig(ctx.config);
  const missing = missingForSending(email);
  if (email.provider === undefined || missing.length > 0)
    return await settle(
      ctx,
      row,
      row.attempts,
      interrupted ? unclear(m.email_no_longer_configured()) : { state: "failed", error: notConfiguredSentence(missing) },
    );
  const provider = providerOf(email.provider);
  if (interrupted && (!provider.idempotent || row.provider !== provider.name))
    return await settle(ctx, row, attempt, unclear(m.email_sending_interrupted()));
  const mail = await writeMail(ctx, row, email, provider, round === 0 ? row.id : `${row.id}.${round}`);
  if (!mail) return await settle(ctx, row, row.attempts, { state: "failed", error: m.email_nothing_to_send() });
  if (!interrupted) {
    const now = ctx.clock.now();
    const may = templateOf(ctx, row)?.mayBeSent?.(row) ?? sql`1`;
    const [claim] = await ctx.db.commitAndRead(
      [writeCopiesTried(projectId, row.id, now), writeClaim(row, attempt, provider.name, now, may)],
      readClaimed(row, now, may),
    );
    if (!claim?.taken) return await handleUnclaimed(ctx, row, attempt, round, claim);
  }
  await finish(ctx, row, attempt, round, afterAttempt(await sendThroughProvider(ctx, provider, mail, email), attempt - round));
}

/** Longer than any wait between two attempts, so that an older mail has most likely lost its job. */
const ABANDONED = hours(8);
const PER_TICK = 50;
/** Cron task: ends mails whose job died. */
export async function endAbandonedMails(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.commit([writeAbandoned(now - ABANDONED, now, PER_TICK)]);
}

const unclear = (why: string): Next => ({
  state: "needs_review",
  error: m.email_may_have_been_sent({ reason: why }),
});

/** Stores a final state. */
async function settle(ctx: Ctx, row: DeliveryRow, attempts: number, { state, error }: Next): Promise<void> {
  const { id, projectId } = row;
  await ctx.db.commit([
    writeSettled({ id, projectId, attempt: attempts, from: ["queued", "sending"], state, error, now: ctx.clock.now() }),
  ]);
}

/** Handles a mail that could not be claimed for its attempt, and stores the reason. */
async function handleUnclaimed(ctx: Ctx, row: DeliveryRow, attempt: number, round: number, claim: Claim | undefined): Promise<void> {
  if (!claim) return;
  const now = ctx.clock.now();
  if (claim.suppressed) return await settle(ctx, row, attempt - 1, { state: "suppressed", error: REASONS.suppressed });
  if (!claim.allowed) return await settle(ctx, row, attempt - 1, { state: "failed", error: REASONS.stopped });
  if (!claim.full) return await settle(ctx, row, attempt - 1, { state: "failed", error: REASONS.contactGone });
  // Nothing was tried in this round, so the mail can be held and sent later under any key.
  if (attempt - 1 === round) return void (await ctx.db.commit([writeWaiting(row, attempt - 1, now)]));
  if (now - row.createdAt > HELD_FOR) return await settle(ctx, row, attempt - 1, { state: "failed", error: m.email_no_room() });
  await ctx.db.commit([
    writeJobs([attemptJob(row, attempt, round, now, now + hours(1))], now, awaits(row.id, attempt - 1), aboutContact(row.contactId)),
  ]);
}

/** Stores the outcome of the attempt together with the next attempt. */
async function finish(ctx: Ctx, row: DeliveryRow, attempt: number, round: number, next: Next): Promise<void> {
  const { id, projectId, contactId, to } = row;
  const now = ctx.clock.now();
  const tell = await tellReturned(ctx, next.suppress && to !== null ? [{ projectId, address: to, reason: "bounced" }] : []);
  const providerId = next.providerId ?? null;
  await ctx.db.commit([
    writeSettled({ id, projectId, attempt, from: ["sending"], state: next.state, error: next.error, now }),
    ...(providerId === null ? [] : [writeProviderId(id, projectId, providerId)]),
    ...(next.suppress ? [writeSuppression(row, "bounced", now)] : []),
    ...tell(sql`1`),
    ...(next.in === undefined
      ? []
      : [writeJobs([attemptJob(row, attempt + 1, round, now, now + next.in)], now, awaits(id, attempt), aboutContact(contactId))]),
  ]);
}
