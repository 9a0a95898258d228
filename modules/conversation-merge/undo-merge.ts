// Takes a merge back within an hour: the conversation is as it was before, and what was written since stays in the other one.
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import {
  announceBeside,
  type Beside,
  contactErased,
  newEvent,
  partedKind,
  readExists,
  record,
  type Recorded,
  unmergedKind,
  writesBeside,
  writeWaitingSince,
} from "#modules/conversations";
import { sql } from "#kernel/db/index.ts";
import { UNDO_FOR } from "./contract.ts";
import type { MemberCtx } from "./merge-conversation.ts";
import { readStanding, stands, writeNoMerge } from "./queries.ts";

/** Throws `conflict` later than an hour after the merge, and for a conversation that is not merged. */
export async function undoMerge(ctx: MemberCtx, conversationId: ConversationId, { clientId }: { clientId: string }): Promise<Recorded> {
  const { projectId } = ctx.caller;
  const [merge, exists] = await ctx.db.read(readStanding(projectId, conversationId), readExists(projectId, conversationId));
  if (!exists) throw notFound();
  const isLate = merge !== undefined && merge.mergedAt + UNDO_FOR <= ctx.clock.now();
  const { into, status, snoozedUntil, waitingSince } = merge
    ? { into: merge.into, ...merge.from }
    : { into: conversationId, status: "closed" as const, snoozedUntil: null, waitingSince: null };
  const beside: Beside | undefined = merge && {
    ...{ conversationId: merge.into, clientId: `${clientId}:parted` },
    event: newEvent(partedKind, {
      from: conversationId,
      ...(merge.isUntouched ? { status: merge.before.status, until: merge.before.snoozedUntil } : {}),
      ...(merge.isUntouched && merge.before.waitingSince === null ? { waits: false } : {}),
    }),
  };
  const recorded = await record(ctx, {
    ...{ conversationId, clientId },
    event: newEvent(unmergedKind, { into, status, until: snoozedUntil, ...(waitingSince === null ? {} : { waits: true }) }),
    endsMerge: true,
    // A repetition is answered however the conversation is by now.
    fingerprint: { only: ["unmerge", conversationId] },
    requires: {
      when: merge && !isLate ? stands(projectId, merge) : sql`0`,
      explain: () => {
        if (!merge) throw conflict(m.conversation_merge_not_merged());
        if (isLate) throw conflict(m.conversation_merge_too_late());
        if (merge.isErased) throw contactErased();
        throw conflict(m.conversation_merge_changed());
      },
    },
    writes: (done) =>
      merge && beside
        ? [
            writeWaitingSince(projectId, conversationId, merge.from.waitingSince, done),
            ...(merge.isUntouched ? [writeWaitingSince(projectId, merge.into, merge.before.waitingSince, done)] : []),
            writeNoMerge(projectId, conversationId, done),
            ...writesBeside(ctx, beside, done),
          ]
        : [],
  });
  if (!recorded.repeated && beside) ctx.after(announceBeside(ctx, beside));
  return recorded;
}
