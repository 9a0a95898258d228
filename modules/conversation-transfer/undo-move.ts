// Takes a move back within an hour, while nothing was written in the new conversation: the former contact's is as it was.
import { conflict, notFound, type Refusal } from "#kernel/errors/index.ts";
import { retryWhenChanged } from "#kernel/errors/retry-when-changed.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import {
  announceBeside,
  type Beside,
  contactErased,
  moveUndoneKind,
  newEvent,
  readExists,
  record,
  type Recorded,
  returnedKind,
  writesBeside,
  writeWaitingSince,
} from "#modules/conversations";
import { writeAudit } from "#modules/projects";
import { writesAllDraftsBack } from "#modules/shared-drafts";
import { UNDO_FOR } from "./contract.ts";
import type { MemberCtx } from "./move-conversation.ts";
import { mayReturn, type Move, readStanding, writeNoMove } from "./queries.ts";

/** Throws `conflict` later than an hour after the move, once somebody wrote in it, and for a conversation that was not moved. */
export async function undoMove(ctx: MemberCtx, id: ConversationId, { clientId }: { readonly clientId: string }): Promise<Recorded> {
  const { projectId } = ctx.caller;
  return await retryWhenChanged({
    read: async () => {
      const [move, exists] = await ctx.db.read(readStanding(projectId, id), readExists(projectId, id));
      if (!exists) throw notFound();
      return move;
    },
    refusal: (move) => refusalOf(move, ctx.clock.now()),
    store: (move, refusal) => attempt(ctx, id, clientId, move, refusal !== undefined),
  });
}

function refusalOf(move: Move | undefined, now: number): Refusal | undefined {
  if (!move) return conflict(m.conversation_transfer_not_moved());
  if (move.isErased) return contactErased();
  if (move.movedAt + UNDO_FOR <= now) return conflict(m.conversation_transfer_too_late());
  if (move.isWritten) return conflict(m.conversation_transfer_written());
  if (move.isBeingAnswered) return conflict(m.conversation_transfer_reply_waits());
  if (move.source.isMerged || move.source.isSpam) return conflict(m.conversation_transfer_source_gone());
  return undefined;
}

async function attempt(
  ctx: MemberCtx,
  id: ConversationId,
  clientId: string,
  move: Move | undefined,
  isRefused: boolean,
): Promise<Recorded> {
  const { projectId } = ctx.caller;
  const waits = move?.source.isUntouched === true ? move.before.waitingSince : null;
  const beside: Beside | undefined = move && {
    ...{ conversationId: move.from, clientId: `${clientId}:returned` },
    event: newEvent(returnedKind, {
      to: id,
      ...(move.source.isUntouched ? { status: move.before.status, until: move.before.snoozedUntil } : {}),
      ...(waits === null ? {} : { waits: true }),
    }),
  };
  const recorded = await record(ctx, {
    ...{ conversationId: id, clientId },
    event: newEvent(moveUndoneKind, { from: move?.from ?? id }),
    // A repetition finds no move any more.
    fingerprint: { only: ["unmove", id] },
    requires: { when: move && !isRefused ? mayReturn(projectId, id, move) : sql`0`, otherwise: m.conversation_transfer_changed() },
    writes: (done) =>
      move && beside
        ? [
            ...writesBeside(ctx, beside, done),
            ...(waits === null ? [] : [writeWaitingSince(projectId, move.from, waits, done)]),
            ...writesAllDraftsBack(projectId, id, move.from, done),
            writeNoMove(projectId, id, done),
            writeAudit(
              {
                ...{ projectId, actor: ctx.caller, action: "contact.move_undone", now: ctx.clock.now() },
                detail: { conversation: move.from, to: id },
              },
              done,
            ),
          ]
        : [],
  });
  if (!recorded.repeated && beside) ctx.after(announceBeside(ctx, beside));
  return recorded;
}
