// Moves a conversation to another contact: one of theirs begins, in which the team reads what was written; nothing changes its owner.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound, type Refusal } from "#kernel/errors/index.ts";
import { retryWhenChanged } from "#kernel/errors/retry-when-changed.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, type ConversationId, type MessageId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { readContact } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import {
  announceBeside,
  type Beside,
  contactErased,
  movedFromKind,
  movedKind,
  newEvent,
  readBegun,
  readMovable,
  record,
  type Recorded,
  writeReadBy,
  writesBeside,
  writesSplit,
} from "#modules/conversations";
import type { AuthorRole, ConversationSummary } from "#modules/conversations/contract";
import { writeAudit } from "#modules/projects";
import { UNDO_FOR } from "./contract.ts";
import { mayMove, readMayGetIt, readSource, type Source, writeMove } from "./queries.ts";

export type MemberCtx = RequestCtx<MemberPrincipal>;

export interface Found {
  readonly source: Source;
  readonly contact: Contact;
  readonly mayGetIt: boolean;
  readonly messages: readonly { readonly id: MessageId; readonly role: AuthorRole; readonly files: number }[];
}
/** Throws `not_found` for a conversation or contact that the project does not have. */
export async function findMove(ctx: MemberCtx, id: ConversationId, contactId: ContactId): Promise<Found> {
  const { projectId, accountId } = ctx.caller;
  const [source, contact, mayGetIt, messages] = await ctx.db.read(
    readSource(projectId, id, accountId),
    readContact(projectId, contactId),
    readMayGetIt(projectId, contactId),
    readMovable(projectId, id),
  );
  if (!source || !contact) throw notFound();
  return { source, contact, mayGetIt, messages };
}

/** Why it cannot be moved; undefined if it can. */
export function refusalOf({ source, contact, mayGetIt }: Found): Refusal | undefined {
  if (source.isMerged) return conflict(m.conversation_transfer_merged());
  if (source.isErased) return contactErased();
  if (source.isMoved) return conflict(m.conversation_transfer_already());
  if (source.contactId === contact.id) return conflict(m.conversation_transfer_same());
  if (source.isSpam) return conflict(m.conversation_transfer_spam());
  if (contact.state === "hidden") return conflict(m.conversation_transfer_blocked());
  if (!mayGetIt) return conflict(m.conversation_transfer_gone());
  if (source.scheduledBy !== null) return conflict(m.conversation_transfer_other_scheduled({ name: source.scheduledBy }));
  return source.isBeingAnswered ? conflict(m.conversation_transfer_reply_waits()) : undefined;
}

export interface MoveAnswer extends Recorded {
  readonly created: ConversationSummary;
  readonly undoUntil: string;
}
/** Throws `not_found`, and `conflict` with the reason for what cannot be moved. */
export async function moveConversation(
  ctx: MemberCtx,
  id: ConversationId,
  { clientId, contactId }: { readonly clientId: string; readonly contactId: ContactId },
): Promise<MoveAnswer> {
  const recorded = await retryWhenChanged({
    read: () => findMove(ctx, id, contactId),
    refusal: refusalOf,
    store: (found, refusal) => attempt(ctx, id, clientId, found, refusal !== undefined),
  });
  return { ...recorded, created: await readBegun(ctx, recorded), undoUntil: iso(Date.parse(recorded.event.createdAt) + UNDO_FOR) };
}

/** Moves what was read. One batch decides: the new conversation with all it begins with, the event in both, and the audit log. */
async function attempt(ctx: MemberCtx, from: ConversationId, clientId: string, found: Found, isRefused: boolean): Promise<Recorded> {
  const { projectId, accountId } = ctx.caller;
  const { source, contact, messages } = found;
  const now = ctx.clock.now();
  const id = newId("conversation", now);
  const beside: Beside = {
    ...{ conversationId: id, clientId: `${clientId}:moved` },
    event: newEvent(movedFromKind, { from, ...(source.waitingSince === null ? {} : { waits: true }) }),
  };
  const recorded = await record(ctx, {
    ...{ conversationId: from, clientId },
    event: newEvent(movedKind, { to: id }),
    fingerprint: { only: ["move", from, contact.id] },
    requires: { when: isRefused ? sql`0` : mayMove(projectId, from, source, contact.id), otherwise: m.conversation_transfer_changed() },
    writes: (done) => [
      ...writesSplit(
        {
          ...{ projectId, id, from, now, waitingSince: source.waitingSince },
          messages: messages.map((message) => ({ id: message.id, eventId: newId("event", now), role: message.role })),
          // An erasure of the former contact must not have to look for their words in a row of another one's.
          preview: { text: "", role: "visitor", automatic: false },
          other: { contactId: contact.id, channel: contact.email === null ? "widget" : "email" },
        },
        done,
      ),
      ...writesBeside(ctx, beside, done),
      writeReadBy(projectId, id, accountId),
      writeMove({ ...{ projectId, id, from, now, source }, by: accountId }, done),
      writeAudit({ projectId, actor: ctx.caller, action: "contact.conversation_moved", detail: { conversation: from, to: id }, now }, done),
    ],
  });
  if (!recorded.repeated) ctx.after(announceBeside(ctx, beside));
  return recorded;
}
