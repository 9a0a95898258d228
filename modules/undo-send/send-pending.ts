// Sends a reply that was held back, once, or makes it its author's draft again.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, Refusal } from "#kernel/errors/index.ts";
import { idOf } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { isSilenced, type MemberCtx, readWritingSettings, replyToConversation, writeDraftBack } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { unsigned } from "#modules/conversations/contract";
import { memberInJob, readMember, readMembership, stillMay } from "#modules/projects";
import * as v from "valibot";
import { readPendingReplies } from "./contract.ts";
import { whenReturned } from "./extension.ts";
import {
  canComeBack,
  isWaiting,
  type Pending,
  type Place,
  readByClient,
  readContactId,
  readWaitingOf,
  writeCameBack,
  writeGone,
} from "./queries.ts";

export type Outcome =
  | { readonly kind: "sent"; readonly recorded: Awaited<ReturnType<typeof replyToConversation>> }
  /** It is the author's draft again. */
  | { readonly kind: "back"; readonly refusal: Refusal }
  /** It was sent, taken back, or made a draft by somebody else meanwhile. */
  | { readonly kind: "gone" };

/** Sends it by the command of every reply, with what its author may do now. Throws what another attempt could mend. */
export async function sendPending(ctx: MemberCtx, place: Place, pending: Pending): Promise<Outcome> {
  const { clientId, content, attachments, frontier, close, snooze, mail } = pending;
  const isSpam = isSilenced(place.projectId, place.conversationId);
  try {
    const recorded = await replyToConversation(ctx, place.conversationId, {
      ...{ clientId, content, attachments, frontier, close, snooze, mail },
      held: {
        // What was marked as spam meanwhile, by the author too, is not answered.
        when: sql`${isWaiting(place, clientId)} AND ${stillMay(place.projectId, place.accountId, "operator")} AND NOT ${isSpam}`,
        explain: async () => {
          const [spam] = await ctx.db.read(queryOne(sql`SELECT ${isSpam} ${as.number("spam")}`, (row) => row.spam));
          if (spam === 1) throw conflict(m.undo_send_not_sent());
        },
        writes: (done) => [writeGone(place, pending, done)],
      },
    });
    // An earlier attempt stored the message, and something else kept its row.
    if (recorded.repeated) await ctx.db.commit([writeGone(place, pending, sql`1`)]);
    announceChanged(ctx, place.projectId, readPendingReplies);
    return { kind: "sent", recorded };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) throw error;
    const isBack = await comeBack(ctx, place, pending, error.code === "stale_frontier" ? "stale" : "refused");
    return isBack ? { kind: "back", refusal: error } : { kind: "gone" };
  }
}

/**
 * Makes it the author's draft, in front of what they wrote since, and leaves a notice. The author of a scheduled one is not there to see it, so
 * they are notified. Whether it still waited.
 */
async function comeBack(
  ctx: Pick<Ctx, "db" | "config" | "clock" | "env" | "after" | "registry">,
  place: Place,
  pending: Pending,
  why: "stale" | "refused",
): Promise<boolean> {
  const { projectId, conversationId, accountId } = place;
  const [writing, contactId] = await ctx.db.read(readWritingSettings(projectId, accountId), readContactId(place));
  const told =
    pending.scheduled && contactId !== undefined
      ? await Promise.all(
          ctx.registry.extensions
            .of(whenReturned)
            .map((tell) => tell(ctx, { projectId, conversationId, contactId, accountId, clientId: pending.clientId })),
        )
      : [];
  const draft = { ...place, content: unsigned(pending.content, writing.signature), fileIds: pending.attachments, now: ctx.clock.now() };
  const canReturn = canComeBack(place, pending.clientId);
  const changes = await ctx.db.commit([
    ...told.flatMap(({ statements }) => statements(canReturn)),
    writeDraftBack(draft, canReturn),
    writeCameBack(place, pending, why),
  ]);
  const back = changes.at(-1) ?? 0;
  if (back > 0) for (const { announce } of told) announce();
  announceChanged(ctx, place.projectId, readPendingReplies);
  return back > 0;
}

/** More than anybody schedules; what is left becomes a draft when it is due. */
const MOST_GIVEN_BACK = 200;
/** Makes drafts of all that somebody scheduled who is no longer a member: nobody else could take them back, and they keep conversations from being merged or moved. */
export async function giveBack(ctx: Omit<Ctx, "caller">, { projectId, accountId }: Omit<Place, "conversationId">): Promise<void> {
  const [waiting] = await ctx.db.read(readWaitingOf(projectId, accountId, MOST_GIVEN_BACK));
  for (const pending of waiting) await comeBack(ctx, { projectId, accountId, conversationId: pending.conversationId }, pending, "refused");
}

/** The work of sending a reply when it is due. */
export const due = job(
  "undo_send.due",
  v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), clientId: v.string() }),
);
/** Attempts of the job after which the reply is its author's draft again. */
const MOST_ATTEMPTS = 8;

export const dueJob = handle(due, async (ctx, { clientId, ...at }, { attempts }) => {
  const [pending] = await ctx.db.read(readByClient(at, clientId));
  // One that was held again since has a job of its own.
  if (!pending || pending.dueAt > ctx.clock.now()) return;
  const place = { ...at, accountId: pending.accountId };
  const [membership, member] = await ctx.db.read(
    readMembership(place.projectId, place.accountId),
    readMember(place.projectId, place.accountId),
  );
  if (!membership || !member || attempts > MOST_ATTEMPTS) {
    await comeBack(ctx, place, pending, "refused");
    return;
  }
  const caller = memberInJob(ctx, place, membership, { name: member.name, email: member.email ?? "" });
  await sendPending({ ...ctx, caller, reply: { status: undefined, headers: new Headers() }, proof: undefined }, place, pending);
});

/** Whose `clientId`s a member's replies have. */
export const scopeOf = (caller: MemberPrincipal): string => actorOf(caller);
