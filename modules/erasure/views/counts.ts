// How much was removed, in words.
import { m } from "#messages";

const KINDS: Record<string, (input: { count: number }) => string> = {
  facts: m.erasure_n_facts,
  messages: m.erasure_n_messages,
  notes: m.erasure_n_notes,
  attachments: m.erasure_n_attachments,
  drafts: m.erasure_n_drafts,
  mails: m.erasure_n_mails,
  sessions: m.erasure_n_sessions,
};
const list = new Intl.ListFormat(undefined, { type: "conjunction" });

/** "4 details, 2 messages and 1 note"; empty for nothing. A kind that is not known here stands with its own name. */
export function removedText(removed: Readonly<Record<string, number>>): string {
  const known = Object.keys(KINDS).filter((kind) => kind in removed);
  const others = Object.keys(removed).filter((kind) => !(kind in KINDS));
  return list.format([...known, ...others].map((kind) => KINDS[kind]?.({ count: removed[kind] ?? 0 }) ?? `${removed[kind]} ${kind}`));
}
