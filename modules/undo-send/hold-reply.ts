// Holds a member's reply back for some seconds, in which they can take it back; then a job sends it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { days, iso, seconds } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound, unavailable } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, type FileId, newId } from "#kernel/ids/index.ts";
import { wakeJobLater, writeJobs } from "#kernel/jobs/index.ts";
import { notErased } from "#modules/contacts";
import {
  answerByMail,
  contactErased,
  ConversationMerged,
  contactOf,
  filesGone,
  frontierAhead,
  isFresh,
  readExists,
  readNewer,
  readSummary,
  snoozeEnd,
  staleFrontier,
  writeDraftBack,
  writeNoDraft,
  readWritingSettings,
} from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { type ByMail, unsigned } from "#modules/conversations/contract";
import { areUnattached, readUnattached, writeKeepUntil } from "#modules/files";
import { stillMay } from "#modules/projects";
import { m } from "#messages";
import { type PendingReply, readPendingReplies } from "./contract.ts";
import {
  canComeBack,
  type Intent,
  isDueAt,
  isRecorded,
  isWaiting,
  type Pending,
  type Place,
  readAll,
  readPending,
  readPendingWith,
  readReason,
  readRecorded,
  writeGone,
  writePending,
} from "./queries.ts";
import { due, scopeOf, sendPending } from "./send-pending.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const placeOf = ({ caller: { projectId, accountId } }: Ctx, conversationId: ConversationId): Place => ({
  projectId,
  conversationId,
  accountId,
});

/** How far ahead a reply may be scheduled. */
const MOST_AHEAD = days(366);
/** How long its files stay after it was due, as they do in a draft. */
const KEPT = days(7);

interface Held extends Intent {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly FileId[];
  readonly frontier: number;
  readonly mail?: ByMail | undefined;
  readonly undoSeconds?: number | undefined;
  readonly sendAt?: string | undefined;
}

/** Stores the reply and the job that sends it in one batch, which takes the draft's place. Throws what a reply would be refused with. */
export async function holdReply(ctx: Ctx, conversationId: ConversationId, held: Held): Promise<{ pending: PendingReply | null }> {
  const { clientId, content, attachments, frontier, close, snooze, mail, undoSeconds, sendAt } = held;
  if ((undoSeconds === undefined) === (sendAt === undefined)) throw invalidRequest([{ path: "sendAt", message: m.undo_send_one_time() }]);
  if (close && snooze) throw invalidRequest([{ path: "snooze", message: m.conversations_close_or_snooze() }]);
  if (content.trim() === "" && attachments.length === 0)
    throw invalidRequest([{ path: "content", message: m.conversations_nothing_written() }]);
  const place = placeOf(ctx, conversationId);
  const { projectId, accountId } = place;
  const scheduled = sendAt !== undefined;
  const now = ctx.clock.now();
  const dueAt = sendAt === undefined ? now + seconds(undoSeconds ?? 0) : Date.parse(sendAt);
  await checkWishes(ctx, place, held, scheduled ? dueAt : now);
  if (scheduled) await checkTime(ctx, place, clientId, dueAt);
  else await sendEarlier(ctx, place, clientId);
  const pending: Pending = {
    ...{ clientId, state: "waiting", content, attachments, frontier, close, snooze, mail, createdAt: now, dueAt, scheduled },
  };
  const scope = scopeOf(ctx.caller);
  const conditions = {
    recorded: isRecorded(place, scope, clientId),
    may: stillMay(projectId, accountId, "operator"),
    here: notErased(projectId, sql`c.contact_id`),
    reached: sql`c.revision >= ${frontier}`,
    fresh: isFresh(projectId, conversationId, frontier, scope),
    free: areUnattached(projectId, scope, attachments),
  };
  const { recorded, may, here, reached, fresh, free } = conditions;
  const jobId = newId("job", now);
  const waits = isWaiting(place, clientId);
  const payload = { projectId, conversationId, clientId };
  // With the time: a reply that was taken back may be held again, and the job of the first time is done by then.
  const key = `undo_send.due:${projectId}:${conversationId}:${accountId}:${clientId}:${dueAt}`;
  const [stored, reason] = await ctx.db.commitAndRead(
    [
      writePending(
        place,
        pending,
        sql`${may} AND c.merged_into IS NULL AND ${here} AND ${reached} AND ${fresh} AND ${free} AND NOT ${recorded}`,
      ),
      writeNoDraft(projectId, conversationId, accountId, "reply", waits),
      writeJobs(
        [{ id: jobId, kind: due.kind, key, payload, projectId, dueAt }],
        now,
        isDueAt(place, clientId, dueAt),
        contactOf(projectId, conversationId),
      ),
      ...(scheduled && attachments.length > 0 ? [writeKeepUntil(projectId, scope, attachments, dueAt + KEPT, waits)] : []),
    ],
    readPending(place, scheduled),
    readReason(place, conditions),
  );
  if (stored?.clientId !== clientId) {
    if (!reason || !reason.may) throw notFound();
    if (reason.recorded) return { pending: null };
    if (reason.mergedInto !== null) throw new ConversationMerged(reason.mergedInto);
    if (!reason.here) throw contactErased();
    if (!reason.reached) throw frontierAhead();
    if (!reason.fresh) return await refuseStale(ctx, place, frontier);
    if (!reason.free) throw filesGone();
    if (scheduled ? stored?.state === "waiting" : stored === undefined) throw conflict(m.undo_send_scheduled_already());
    throw unavailable();
  }
  // One that is due later is found by the schedule.
  if (undoSeconds !== undefined) wakeJobLater(ctx, jobId, seconds(undoSeconds));
  announceChanged(ctx, projectId, readPendingReplies);
  return { pending: await shown(ctx, stored) };
}

/** Throws now what the reply would come back for when it is due: a snooze that is over, recipients that it can't have. */
async function checkWishes(ctx: Ctx, place: Place, { clientId, snooze, mail }: Held, sentAt: number): Promise<void> {
  try {
    if (snooze) snoozeEnd(snooze.until, sentAt);
    const [recipientsOf] = mail === undefined ? [] : ctx.registry.extensions.of(answerByMail);
    if (mail !== undefined) await recipientsOf?.(ctx, place.conversationId, mail);
  } catch (error) {
    // A repetition is answered like the first one.
    const [earlier, recorded] = await ctx.db.read(readPendingWith(place, clientId), readRecorded(place, scopeOf(ctx.caller), clientId));
    if (earlier?.clientId !== clientId && !recorded) throw error;
  }
}

/** Refuses a time that is over or too far ahead, unless it is the repetition of a request that was stored. */
async function checkTime(ctx: Ctx, place: Place, clientId: string, at: number): Promise<void> {
  const now = ctx.clock.now();
  if (at > now && at <= now + MOST_AHEAD) return;
  const [earlier, recorded] = await ctx.db.read(readPendingWith(place, clientId), readRecorded(place, scopeOf(ctx.caller), clientId));
  if (!earlier && !recorded) throw invalidRequest([{ path: "sendAt", message: m.undo_send_time_ahead() }]);
}

/** A member has one pending reply in a conversation: whoever goes on writing does not take the earlier one back. */
async function sendEarlier(ctx: Ctx, place: Place, clientId: string): Promise<void> {
  const [earlier] = await ctx.db.read(readPending(place, false));
  if (earlier?.state !== "waiting" || earlier.clientId === clientId) return;
  const outcome = await sendPending(ctx, place, earlier);
  if (outcome.kind !== "back") return;
  throw outcome.refusal.code === "stale_frontier" ? outcome.refusal : conflict(m.undo_send_earlier_came_back());
}

async function refuseStale(ctx: Ctx, { projectId, conversationId }: Place, frontier: number): Promise<never> {
  const [newer, summary] = await ctx.db.read(
    readNewer(projectId, conversationId, frontier, 200, false),
    readSummary([], projectId, conversationId, null),
  );
  throw staleFrontier({ revision: summary?.revision ?? 0, events: newer.map((row) => row.event) });
}

async function shown(ctx: Ctx, { attachments, createdAt, dueAt, snooze, mail, scheduled, ...pending }: Pending): Promise<PendingReply> {
  const [files] =
    attachments.length === 0 ? [[]] : await ctx.db.read(readUnattached(ctx.caller.projectId, scopeOf(ctx.caller), attachments));
  return {
    ...pending,
    ...(snooze && { snooze }),
    ...(mail && { mail }),
    attachments: files,
    createdAt: iso(createdAt),
    dueIn: Math.max(0, dueAt - ctx.clock.now()),
    ...(scheduled && { sendAt: iso(dueAt) }),
  };
}

/** The caller's own, and who else is sending one. A foreign conversation has none, like a missing one. */
export async function pendingReplies(ctx: Ctx, conversationId: ConversationId) {
  const { accountId } = ctx.caller;
  const place = placeOf(ctx, conversationId);
  const [soon, later] = await ctx.db.read(readAll(place, false), readAll(place, true));
  if (!soon || !later) throw notFound();
  const all = [...soon, ...later];
  const mine = all.filter((one) => one.accountId === accountId);
  const isScheduled = (one: Pending): boolean => one.scheduled && one.state === "waiting";
  const scheduled = mine.find(isScheduled);
  const own = mine.find((one) => !one.scheduled) ?? mine.find((one) => !isScheduled(one));
  const now = ctx.clock.now();
  return {
    own: own ? await shown(ctx, own) : null,
    scheduled: scheduled ? await shown(ctx, scheduled) : null,
    others: all
      .filter((one) => one.accountId !== accountId && one.state === "waiting")
      .map((one) => ({
        accountId: one.accountId,
        dueIn: Math.max(0, one.dueAt - now),
        ...(one.scheduled && { sendAt: iso(one.dueAt) }),
      })),
  };
}

/** Makes a waiting reply the caller's draft again. Safe to repeat until something else is sent. */
export async function undoReply(ctx: Ctx, conversationId: ConversationId, clientId: string): Promise<{ ok: true }> {
  const place = placeOf(ctx, conversationId);
  const [pending, writing] = await ctx.db.read(readPendingWith(place, clientId), readWritingSettings(place.projectId, place.accountId));
  if (pending?.clientId === clientId) {
    const draft = {
      ...{ ...place, content: unsigned(pending.content, writing.signature) },
      ...{ fileIds: pending.attachments, now: ctx.clock.now() },
    };
    const back = canComeBack(place, clientId);
    const changes = await ctx.db.commit([
      // Its files stay as long as those of any draft, rather than until it was to be sent.
      ...(pending.scheduled
        ? [writeKeepUntil(place.projectId, scopeOf(ctx.caller), pending.attachments, ctx.clock.now() + KEPT, back)]
        : []),
      writeDraftBack(draft, back),
      writeGone(place, pending, sql`1`),
    ]);
    const gone = changes.at(-1) ?? 0;
    if (gone > 0) {
      announceChanged(ctx, place.projectId, readPendingReplies);
      return { ok: true };
    }
  }
  const [reason] = await ctx.db.read(
    readReason(place, {
      ...{ here: sql`1`, reached: sql`1`, fresh: sql`1`, free: sql`1`, may: sql`1` },
      recorded: isRecorded(place, scopeOf(ctx.caller), clientId),
    }),
  );
  if (!reason) throw notFound();
  if (reason.recorded) throw conflict(m.undo_send_sent_already());
  return { ok: true };
}

/** Sends a waiting reply now, as the browser of its author asks when it is due. */
export async function sendNow(ctx: Ctx, conversationId: ConversationId, clientId: string) {
  const place = placeOf(ctx, conversationId);
  const [found] = await ctx.db.read(readPendingWith(place, clientId));
  if (found?.state === "waiting") {
    const outcome = await sendPending(ctx, place, found);
    if (outcome.kind === "sent") return { sent: outcome.recorded };
    if (outcome.kind === "back") throw outcome.refusal;
  }
  const [since, exists] = await ctx.db.read(readPendingWith(place, clientId), readExists(place.projectId, place.conversationId));
  if (!exists) throw notFound();
  if (!since) return { sent: null };
  if (since.state === "stale") return await refuseStale(ctx, place, since.frontier);
  throw conflict(m.undo_send_not_sent());
}
