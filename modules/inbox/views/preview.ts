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
  const words = inOwnWords(row.preview);
  if (row.previewRole !== "note" && row.previewRole !== "operator") return words;
  // Beside words that run from right to left, signs at the ends of a text that does not would change their side.
  const text = globalThis.document?.dir === "rtl" ? `\u2068${words}\u2069` : words;
  if (row.previewRole === "note") return m.conversations_preview_note({ text });
  if (row.previewAuthorId === me) return m.conversations_preview_you({ text });
  const name = members
    .find(({ accountId }) => accountId === row.previewAuthorId)
    ?.name.trim()
    .split(/\s+/)[0];
  return name ? m.conversations_preview_teammate({ name, text }) : m.conversations_preview_team({ text });
}

/** Of a message that is files alone the count is stored in English words (`previewOf`); the sign and the number are understood in any language. */
const inOwnWords = (preview: string): string => preview.replace(/^(📎 \d+) files?$/u, "$1");
