// Empties an event as the server will answer it after an erasure.
import type { ConversationEvent, Message } from "#modules/conversations/contract";

/** The same event without text, files and what a rule found in its mail. */
export function withoutContent(event: ConversationEvent): ConversationEvent {
  if (event.kind === "message") return { ...event, message: emptied(event.message) };
  return event.kind === "note" ? { ...event, note: emptied(event.note) } : event;
}

function emptied(message: Message): Message {
  if (message.erased_at !== null) return message;
  // Which rules called a mail automatic stays; what they found in it goes.
  const reasons = message.origin.automatic?.reasons.map(({ rule }) => ({ rule, evidence: "" }));
  const origin = { ...message.origin, automatic: reasons ? { reasons } : null };
  return { ...message, content: "", attachments: [], origin, erased_at: new Date().toISOString() };
}
