import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import type { ConversationSummary } from "#modules/conversations/contract";

/** The text of the latest message, with its author unless it is the customer. */
export function previewText(row: ConversationSummary): string {
  if (row.preview === "") return isErased(row.contact) ? m.conversations_erased() : m.conversations_no_text();
  if (row.previewRole === "note") return m.conversations_preview_note({ text: row.preview });
  return row.previewRole === "operator" ? m.conversations_preview_team({ text: row.preview }) : row.preview;
}
