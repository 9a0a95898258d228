// Splits messages off: begins a conversation of the same contact with them, which stay where they were written.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { conflict, notFound, type Refusal } from "#kernel/errors/index.ts";
import { retryWhenChanged } from "#kernel/errors/retry-when-changed.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, type MessageId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import {
  announceBeside,
  announceQuoted,
  type Beside,
  contactErased,
  newEvent,
  previewOf,
  type Quotable,
  readBegun,
  readQuotable,
  record,
  type Recorded,
  splitFromKind,
  splitOffKind,
  writeReadBy,
  writeWaitingSince,
  writesBeside,
  writesSplit,
} from "#modules/conversations";
import { type ConversationSummary, MAX_QUOTED } from "#modules/conversations/contract";
import { UNDO_FOR } from "./contract.ts";
import { maySplit, readSource, readUnanswered, type Source, writeSplit } from "./queries.ts";
import { stillWaitsSince, waitsIn } from "./rules.ts";

export type MemberCtx = RequestCtx<MemberPrincipal>;

export interface Wanted {
  readonly messageId: MessageId;
  readonly later: boolean;
}
export interface Found {
  readonly source: Source;
  readonly messages: readonly Quotable[];
  readonly unanswered: readonly { readonly id: MessageId; readonly at: number }[];
}

/** Throws `not_found` for a conversation or message that the project does not have. */
export async function findSplit(ctx: MemberCtx, id: ConversationId, { messageId, later }: Wanted): Promise<Found> {
  const { projectId } = ctx.caller;
  const [source, messages, unanswered] = await ctx.db.read(
    readSource(projectId, id, messageId, later),
    readQuotable(projectId, id, messageId, later),
    readUnanswered(projectId, id),
  );
  if (!source?.hasMessage) throw notFound();
  return { source, messages, unanswered };
}

/** Why the message cannot be split off; undefined if it can. */
export function refusalOf({ source, messages }: Found, { later }: Wanted): Refusal | undefined {
  if (source.isMerged) return conflict(m.conversation_split_merged());
  if (source.isErased) return contactErased();
  if (source.isSpam) return conflict(m.conversation_split_spam());
  if (source.isOfAnother) return conflict(m.conversation_split_other_sender());
  if (messages.length === 0) return conflict(m.conversation_split_not_theirs());
  if (source.isSplitOff) return conflict(m.conversation_split_already());
  if (later && !source.hasEarlier) return conflict(m.conversation_split_everything());
  if (messages.length > MAX_QUOTED) return conflict(m.conversation_split_too_many({ max: MAX_QUOTED }));
  return source.isFull ? conflict(m.conversation_split_full()) : undefined;
}

export interface SplitAnswer extends Recorded {
  readonly created: ConversationSummary;
  readonly undoUntil: string;
}
/** Throws `not_found`, and `conflict` with the reason for what cannot be split off. */
export async function splitConversation(
  ctx: MemberCtx,
  id: ConversationId,
  { clientId, ...wanted }: Wanted & { readonly clientId: string },
): Promise<SplitAnswer> {
  const recorded = await retryWhenChanged({
    read: () => findSplit(ctx, id, wanted),
    refusal: (found) => refusalOf(found, wanted),
    store: (found, refusal) => attempt(ctx, id, clientId, wanted, found, refusal !== undefined),
  });
  return { ...recorded, created: await readBegun(ctx, recorded), undoUntil: iso(Date.parse(recorded.event.createdAt) + UNDO_FOR) };
}

/** Splits off what was read. One batch decides: the new conversation with all it begins with, and the event in both. */
async function attempt(
  ctx: MemberCtx,
  from: ConversationId,
  clientId: string,
  wanted: Wanted,
  found: Found,
  isRefused: boolean,
): Promise<Recorded> {
  const { projectId, accountId } = ctx.caller;
  const { source, unanswered } = found;
  const messages = found.messages.slice(0, MAX_QUOTED);
  const now = ctx.clock.now();
  const id = newId("conversation", now);
  const ids = messages.map((message) => message.id);
  const waitingSince = waitsIn(messages);
  const still = stillWaitsSince(source.waitingSince, unanswered, new Set(ids));
  const stops = source.waitingSince !== null && still === null;
  const last = messages.at(-1);
  const beside: Beside = {
    ...{ conversationId: id, clientId: `${clientId}:split` },
    event: newEvent(splitFromKind, { from, ...(waitingSince === null ? {} : { waits: true }) }),
  };
  const recorded = await record(ctx, {
    ...{ conversationId: from, clientId },
    event: newEvent(splitOffKind, { to: id, messages: messages.length, ...(stops ? { waits: false } : {}) }),
    fingerprint: { only: ["split", from, wanted.messageId, wanted.later] },
    requires: {
      when: isRefused ? sql`0` : maySplit(projectId, from, source, ids),
      otherwise: m.conversation_split_changed(),
    },
    writes: (done) => [
      ...writesSplit(
        {
          ...{ projectId, id, from, waitingSince, now },
          messages: messages.map((message) => ({ id: message.id, eventId: newId("event", now), role: message.role })),
          preview: {
            text: last ? previewOf(last.content, last.files) : "",
            role: last?.role ?? "visitor",
            automatic: last?.isAutomatic ?? false,
          },
        },
        done,
      ),
      ...writesBeside(ctx, beside, done),
      writeReadBy(projectId, id, accountId),
      writeWaitingSince(projectId, from, still, done),
      writeSplit(
        { ...{ projectId, id, from, now }, by: accountId, waitingSince: still === source.waitingSince ? null : source.waitingSince },
        done,
      ),
    ],
  });
  if (!recorded.repeated) {
    ctx.after(announceQuoted(ctx, id, ids));
    ctx.after(announceBeside(ctx, beside));
  }
  return recorded;
}
