// Empties rows, threads and frames of contacts whose personal data was erased.
import { withoutErasedData, isErased, isKnownErased } from "#modules/contacts/views";
import type { ConversationEvent, ConversationSummary, MemberFrame } from "#modules/conversations/contract";
import type { ThreadAnswer } from "./answers.ts";
import { withoutContent } from "./without-content.ts";

type EventFrame = Extract<MemberFrame, { type: "event" }>;

/** The row, without its preview if the contact's data was erased; it also stops waiting. */
export function clearErasedRow(row: ConversationSummary): ConversationSummary {
  const contact = withoutErasedData(row.contact);
  return isErased(contact) ? { ...row, contact, preview: "", subject: null, waitingSince: null } : row;
}

/** The thread, without texts, files and drafts if the contact's data was erased. */
export function clearErasedThread(thread: ThreadAnswer): ThreadAnswer {
  const contact = withoutErasedData(thread.contact);
  if (!isErased(contact)) return withoutErasedQuotes(thread);
  return { ...thread, contact, conversation: clearErasedRow(thread.conversation), events: thread.events.map(withoutContent), drafts: [] };
}

/** The thread, without what was moved here from conversations of contacts whose data was erased. */
function withoutErasedQuotes(thread: ThreadAnswer): ThreadAnswer {
  const gone = new Set(thread.events.flatMap((event) => (isKnownErased(writerOf(event)) ? (sourceOf(event) ?? []) : [])));
  if (gone.size === 0) return thread;
  const isGone = (event: ConversationEvent): boolean => {
    const source = sourceOf(event);
    return source !== undefined && gone.has(source);
  };
  return { ...thread, events: thread.events.map((event) => (isGone(event) ? withoutWriter(withoutContent(event)) : event)) };
}
const sourceOf = (event: ConversationEvent) => (event.kind === "message" ? event.message.quotedFrom : undefined);
const writerOf = (event: ConversationEvent): string | null =>
  event.kind === "message" && event.message.authorRole === "visitor" ? event.message.authorId : null;
const withoutWriter = (event: ConversationEvent): ConversationEvent =>
  event.kind === "message" && event.message.authorRole === "visitor"
    ? { ...event, message: { ...event.message, authorName: null } }
    : event;

/** The frame, which may have been in transit during the erasure. */
export function clearErasedFrame(frame: EventFrame): EventFrame {
  const conversation = clearErasedRow(frame.conversation);
  return isErased(conversation.contact) ? { ...frame, conversation, event: withoutContent(frame.event) } : frame;
}
