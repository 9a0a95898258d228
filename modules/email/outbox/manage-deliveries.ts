// Lists the delivery log, sends the test mail, and resends deliveries.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours, iso, isoOrNull } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { conflict, notFound, rateLimited } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type DeliveryId, type MessageId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { audit } from "#modules/projects";
import { m } from "#messages";
import { addressHash } from "../addresses/address-hash.ts";
import { mustBeConfigured } from "./must-be-configured.ts";
import { limitUnverified } from "./unverified-limit.ts";
import type { Delivery } from "../contract.ts";
import {
  addressIsFull,
  deliveryExists,
  isQueued,
  readByCause,
  readDelivery,
  readLog,
  readOfMessage,
  writeDelivery,
  writeLifted,
  writeQueuedAgain,
} from "./queries.ts";
import { forgetJobFor } from "./forget-address.ts";
import { aboutContact, attemptJob } from "./send-mail.ts";
import type { DeliveryRow, DeliveryState } from "../delivery.ts";
import { templateOf } from "./write-mail.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  to: row.to,
  subject: row.subject,
  conversationId: row.conversationId,
  messageId: row.messageId,
  provider: row.provider,
  providerId: row.providerId,
  attempts: row.attempts,
  error: row.error,
  dueAt: isoOrNull(row.dueAt),
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

export async function listDeliveries(ctx: Ctx, query: { cursor?: string | undefined; state?: DeliveryState | undefined }) {
  const [found] = await ctx.db.read(readLog(ctx.caller.projectId, query.state, decodeCursor(query.cursor)?.id, PAGE + 1));
  const last = found[PAGE - 1];
  return {
    items: found.slice(0, PAGE).map(toDelivery),
    next: found.length > PAGE && last ? encodeCursor([last.createdAt, last.id]) : null,
  };
}

/** Sends a test mail. It counts like any mail to an unverified address. */
export async function sendTest(ctx: Ctx, { clientId, to }: { clientId: string; to: string }): Promise<{ delivery: Delivery }> {
  mustBeConfigured(ctx);
  const { projectId, projectName } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const cause = `test:${ctx.caller.accountId}:${clientId}`;
  const toHash = await addressHash(ctx, to);
  const work = attemptJob({ id, projectId }, 1, 0, now, now);
  // Any recipient can be entered, and the mail contains the project's name and signature.
  const strangers = limitUnverified(ctx, ctx.caller, 1);
  const [row] = await ctx.db.commitAndRead(
    [
      writeDelivery(
        {
          id,
          projectId,
          kind: "test",
          cause,
          to,
          toHash,
          proved: false,
          subject: m.email_test_subject({ projectName }),
          headerId: null,
          now,
          attended: true,
          impossible: undefined,
        },
        sql`NOT ${addressIsFull(toHash, now, id)} AND ${strangers.when}`,
      ),
      ...strangers.count(deliveryExists(id)),
      writeJobs([work], now, isQueued(id)),
      writeJobs([forgetJobFor(id, projectId, now)], now, deliveryExists(id)),
    ],
    readByCause(projectId, cause),
  );
  if (!row) await strangers.explain();
  if (!row) throw rateLimited("mailsPerAddressHour", hours(1) / 1000, m.email_address_full());
  if (row.to !== to) throw conflict(m.email_other_address());
  if (row.id === id) wakeJobs(ctx, [work.id]);
  return { delivery: toDelivery(row) };
}

const RETRYABLE: readonly DeliveryState[] = ["failed", "bounced", "needs_review", "suppressed", "held"];
/** Resends a mail on a person's request, under a new idempotency key, so that it may arrive twice. */
export async function retryDelivery(ctx: Ctx, id: DeliveryId): Promise<{ delivery: Delivery }> {
  const [before] = await ctx.db.read(readDelivery(ctx.caller.projectId, id));
  if (!before) throw notFound();
  return await sendAgain(ctx, before);
}

/** The same for the mail of a reply, for any member. Only admins may resend to an address that bounced. */
export async function resendAnswer(ctx: Ctx, messageId: MessageId): Promise<{ ok: true }> {
  const [before] = await ctx.db.read(readOfMessage(ctx.caller.projectId, messageId));
  if (!before) throw notFound();
  if (before.state === "bounced" || before.state === "suppressed") throw conflict(m.email_address_bounced());
  await sendAgain(ctx, before);
  return { ok: true };
}

async function sendAgain(ctx: Ctx, before: DeliveryRow): Promise<{ delivery: Delivery }> {
  const { projectId } = ctx.caller;
  const { id } = before;
  mustBeConfigured(ctx);
  if (before.to === null) throw conflict(m.email_contact_erased());
  if (templateOf(ctx, before)?.onlyOnce) throw conflict(m.email_only_once());
  if (!RETRYABLE.includes(before.state)) throw conflict(m.email_on_its_way());
  const now = ctx.clock.now();
  const { attempts } = before;
  const work = attemptJob(before, attempts + 1, attempts, now, now);
  const [row] = await ctx.db.commitAndRead(
    [
      writeQueuedAgain(before, RETRYABLE, now),
      audit(ctx, "email.delivery_retried", { detail: { delivery: id } }),
      writeJobs([work], now, isQueued(id), aboutContact(before.contactId)),
      writeLifted(before, isQueued(id)),
    ],
    readDelivery(projectId, id),
  );
  if (!row) throw notFound();
  if (row.dueAt !== null) throw conflict(m.email_waits_for_room({ reason: row.error ?? "" }).trim());
  if (RETRYABLE.includes(row.state)) throw conflict(m.email_unverified_full());
  wakeJobs(ctx, [work.id]);
  return { delivery: toDelivery(row) };
}
