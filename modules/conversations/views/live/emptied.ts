// An event whose words are gone, as the server will answer it from now on.
import type { ConversationEvent, Message } from "../../contract.ts";

/** The same event without text, files and what a rule found in its mail. */
export function withoutWords(event: ConversationEvent): ConversationEvent {
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
