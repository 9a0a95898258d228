// Empties rows, threads and frames of contacts whose personal data was erased.
import { withoutErasedData, isErased } from "#modules/contacts/views";
import type { ConversationSummary, MemberFrame } from "#modules/conversations/contract";
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
  if (!isErased(contact)) return thread;
  return { ...thread, contact, conversation: clearErasedRow(thread.conversation), events: thread.events.map(withoutContent), drafts: [] };
}

/** The frame, which may have been in transit during the erasure. */
export function clearErasedFrame(frame: EventFrame): EventFrame {
  const conversation = clearErasedRow(frame.conversation);
  return isErased(conversation.contact) ? { ...frame, conversation, event: withoutContent(frame.event) } : frame;
}
