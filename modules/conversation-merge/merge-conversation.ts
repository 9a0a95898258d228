// Merges a conversation into another one of the same contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { conflict, notFound, type Refusal } from "#kernel/errors/index.ts";
import { retryWhenChanged } from "#kernel/errors/retry-when-changed.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import {
  announceBeside,
  type Beside,
  contactErased,
  joinedKind,
  mergedKind,
  newEvent,
  record,
  type Recorded,
  writesBeside,
  writeWaitingSince,
} from "#modules/conversations";
import { writeFollowersAlong } from "#modules/followers";
import { UNDO_FOR } from "./contract.ts";
import { mayMerge, type Pair, readRoom, readSides, type Side, writeDraftsAlong, writeMerge } from "./queries.ts";
import { stateAfter } from "./rules.ts";

export type MemberCtx = RequestCtx<MemberPrincipal>;

/** Why the two cannot be merged; undefined if they can. */
export function refusalOf(
  { from, into }: { readonly from: Side; readonly into: Side },
  room: { readonly isTooDeep: boolean; readonly isFull: boolean },
): Refusal | undefined {
  if (from.id === into.id) return conflict(m.conversation_merge_itself());
  if (from.mergedInto !== null) return conflict(m.conversation_merge_merged_already());
  if (into.mergedInto !== null) return conflict(m.conversation_merge_into_merged(), { mergedInto: into.mergedInto });
  if (from.isErased || into.isErased) return contactErased();
  if (from.contactId !== into.contactId) return conflict(m.conversation_merge_other_contact());
  if (from.isSpam || into.isSpam) return conflict(m.conversation_merge_spam());
  if (from.scheduledBy !== null) return conflict(m.conversation_merge_other_scheduled({ name: from.scheduledBy }));
  if (from.hasScheduled) return conflict(m.conversation_merge_reply_scheduled());
  if (from.isBeingAnswered) return conflict(m.conversation_merge_reply_waits());
  if (room.isTooDeep) return conflict(m.conversation_merge_too_deep());
  return room.isFull ? conflict(m.conversation_merge_full()) : undefined;
}

/** Throws `not_found` for a conversation that the project does not have, `conflict` with the reason for one that cannot be merged. */
export async function mergeConversation(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { clientId, into }: { readonly clientId: string; readonly into: ConversationId },
): Promise<Recorded & { readonly undoUntil: string }> {
  const { projectId } = ctx.caller;
  const pair: Pair = { projectId, from: conversationId, into };
  const recorded = await retryWhenChanged({
    read: async () => {
      const [{ from, into: other }, room] = await ctx.db.read(readSides(pair, ctx.caller.accountId), readRoom(pair));
      if (!from || !other) throw notFound();
      return { both: { from, into: other }, room };
    },
    refusal: ({ both, room }) => refusalOf(both, room),
    store: ({ both }) => attempt(ctx, pair, clientId, both),
  });
  return { ...recorded, undoUntil: iso(Date.parse(recorded.event.createdAt) + UNDO_FOR) };
}

/** Merges the two as they were read. One batch decides: both events, both rows, and what undoing needs. */
async function attempt(ctx: MemberCtx, pair: Pair, clientId: string, { from, into }: { from: Side; into: Side }): Promise<Recorded> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const after = stateAfter(from, into);
  const beside: Beside = {
    ...{ conversationId: pair.into, clientId: `${clientId}:joined` },
    event: newEvent(joinedKind, {
      from: pair.from,
      ...(after.status === into.status ? {} : { status: after.status, until: after.snoozedUntil }),
      ...(from.waitingSince === null ? {} : { waits: true }),
    }),
  };
  const recorded = await record(ctx, {
    ...{ conversationId: pair.from, clientId },
    event: newEvent(mergedKind, { into: pair.into }),
    requires: { when: mayMerge(pair, from, into), otherwise: m.conversation_merge_changed() },
    writes: (done) => [
      ...writesBeside(ctx, beside, done),
      writeWaitingSince(projectId, pair.into, after.waitingSince, done),
      writeMerge(pair, { by: accountId, now, from, into }, done),
      writeFollowersAlong(projectId, pair.from, pair.into, done),
      writeDraftsAlong(pair, done),
    ],
  });
  if (!recorded.repeated) ctx.after(announceBeside(ctx, beside));
  return recorded;
}
