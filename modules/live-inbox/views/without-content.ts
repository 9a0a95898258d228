// Empties an event in the same way as the server does after an erasure.
import type { ConversationEvent, Message } from "#modules/conversations/contract";

/** The event without text, files and the evidence of its mail. */
export function withoutContent(event: ConversationEvent): ConversationEvent {
  if (event.kind === "message") return { ...event, message: emptied(event.message) };
  return event.kind === "note" ? { ...event, note: emptied(event.note) } : event;
}

function emptied(message: Message): Message {
  if (message.erased_at !== null) return message;
  // The names of the rules that classified the mail stay; their evidence is removed.
  const reasons = message.origin.automatic?.reasons.map(({ rule }) => ({ rule, evidence: "" }));
  const origin = { ...message.origin, automatic: reasons ? { reasons } : null };
  return { ...message, content: "", attachments: [], origin, erased_at: new Date().toISOString() };
}
