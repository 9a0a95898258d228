import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import type { ConversationSummary } from "#modules/conversations/contract";

/** Who looks at it, and the names of the team. */
interface Viewer {
  readonly me: string;
  readonly members: readonly { readonly accountId: string; readonly name: string }[];
}

/** The text of the latest message, with its author unless it is the customer: "You", a teammate's first name, or the team. */
export function previewText(row: ConversationSummary, { me, members }: Viewer): string {
  if (row.preview === "") return isErased(row.contact) ? m.conversations_erased() : m.conversations_no_text();
  if (row.previewRole === "note") return m.conversations_preview_note({ text: row.preview });
  if (row.previewRole !== "operator") return row.preview;
  if (row.previewAuthorId === me) return m.conversations_preview_you({ text: row.preview });
  const name = members
    .find(({ accountId }) => accountId === row.previewAuthorId)
    ?.name.trim()
    .split(/\s+/)[0];
  return name ? m.conversations_preview_teammate({ name, text: row.preview }) : m.conversations_preview_team({ text: row.preview });
}
