// Takes a split back within an hour, while nothing was written in the new conversation: that leads to the one that its messages are in.
import { conflict, notFound, type Refusal } from "#kernel/errors/index.ts";
import { retryWhenChanged } from "#kernel/errors/retry-when-changed.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import {
  announceBeside,
  type Beside,
  contactErased,
  newEvent,
  readExists,
  record,
  type Recorded,
  rejoinedKind,
  splitUndoneKind,
  writesBeside,
  writeWaitingSince,
} from "#modules/conversations";
import { writesAllDraftsBack } from "#modules/shared-drafts";
import { UNDO_FOR } from "./contract.ts";
import { mayRejoin, readStanding, type Split, writeNoSplit } from "./queries.ts";
import type { MemberCtx } from "./split-conversation.ts";

/** Throws `conflict` later than an hour after the split, once somebody wrote in it, and for a conversation that was not split off. */
export async function undoSplit(ctx: MemberCtx, id: ConversationId, { clientId }: { readonly clientId: string }): Promise<Recorded> {
  const { projectId } = ctx.caller;
  return await retryWhenChanged({
    read: async () => {
      const [split, exists] = await ctx.db.read(readStanding(projectId, id), readExists(projectId, id));
      if (!exists) throw notFound();
      return split;
    },
    refusal: (split) => refusalOf(split, ctx.clock.now()),
    store: (split, refusal) => attempt(ctx, id, clientId, split, refusal !== undefined),
  });
}

function refusalOf(split: Split | undefined, now: number): Refusal | undefined {
  if (!split) return conflict(m.conversation_split_not_split());
  if (split.isErased) return contactErased();
  if (split.splitAt + UNDO_FOR <= now) return conflict(m.conversation_split_too_late());
  if (split.isWritten) return conflict(m.conversation_split_written());
  if (split.isBeingAnswered) return conflict(m.conversation_split_reply_waits());
  if (split.source.isMerged || split.source.isSpam) return conflict(m.conversation_split_source_gone());
  return undefined;
}

async function attempt(
  ctx: MemberCtx,
  id: ConversationId,
  clientId: string,
  split: Split | undefined,
  isRefused: boolean,
): Promise<Recorded> {
  const { projectId } = ctx.caller;
  const waits = split?.waitedSince ?? null;
  const beside: Beside | undefined = split && {
    ...{ conversationId: split.from, clientId: `${clientId}:rejoined` },
    event: newEvent(rejoinedKind, {
      to: id,
      ...(waits === null ? {} : { waits: true, ...(split.source.status === "closed" ? { status: "open" } : {}) }),
    }),
  };
  const recorded = await record(ctx, {
    ...{ conversationId: id, clientId },
    event: newEvent(splitUndoneKind, { from: split?.from ?? id }),
    // A repetition finds no split any more.
    fingerprint: { only: ["unsplit", id] },
    requires: { when: split && !isRefused ? mayRejoin(projectId, id, split) : sql`0`, otherwise: m.conversation_split_changed() },
    writes: (done) =>
      split && beside
        ? [
            ...writesBeside(ctx, beside, done),
            ...(waits === null
              ? []
              : // Nobody who waits is forgotten, whatever was answered there in between.
                [writeWaitingSince(projectId, split.from, Math.min(waits, split.source.waitingSince ?? waits), done)]),
            ...writesAllDraftsBack(projectId, id, split.from, done),
            writeNoSplit(projectId, id, done),
          ]
        : [],
  });
  if (!recorded.repeated && beside) ctx.after(announceBeside(ctx, beside));
  return recorded;
}
