// Formats the counts of removed or removable data.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { PREVIEW_LIMIT } from "../contract.ts";

const KINDS: Record<string, (input: { count: number; number: string }) => string> = {
  facts: m.erasure_n_facts,
  conversations: m.erasure_n_conversations,
  texts: m.erasure_n_texts,
  messages: m.erasure_n_messages,
  notes: m.erasure_n_notes,
  contactNotes: m.erasure_n_contact_notes,
  bucketSummaries: m.erasure_n_bucket_summaries,
  leads: m.erasure_n_leads,
  suppressions: m.erasure_n_suppressions,
  attachments: m.erasure_n_attachments,
  drafts: m.erasure_n_drafts,
  translations: m.erasure_n_translations,
  mails: m.erasure_n_mails,
  elsewhere: m.erasure_n_elsewhere,
  knowledge: m.erasure_n_knowledge,
  statements: m.erasure_n_statements,
  searches: m.erasure_n_searches,
  comments: m.erasure_n_comments,
  questions: m.erasure_n_questions,
  sessions: m.erasure_n_sessions,
};
const list = new Intl.ListFormat(locale, { type: "conjunction" });
const digits = new Intl.NumberFormat(locale);

type Counts = Readonly<Record<string, number>>;

/** The kinds in a fixed order; unknown ones come last. */
const ordered = (counts: Counts): string[] => [
  ...Object.keys(KINDS).filter((kind) => kind in counts),
  ...Object.keys(counts).filter((kind) => !(kind in KINDS)),
];
/** A kind with its count. An unknown kind is shown by its own name. */
const line = (kind: string, count: number, number: string): string => KINDS[kind]?.({ count, number }) ?? `${number} ${kind}`;

/** "4 details, 2 messages and 1 note"; empty for nothing. */
export const removedText = (removed: Counts): string =>
  list.format(ordered(removed).map((kind) => line(kind, removed[kind] ?? 0, digits.format(removed[kind] ?? 0))));

/** What an erasure would remove, a line for each kind. Above PREVIEW_LIMIT it says that there are more. */
export function previewLines({ elsewhereIn, ...counts }: Counts): string[] {
  const numberOf = (count: number): string =>
    count > PREVIEW_LIMIT ? m.erasure_more_than({ count: digits.format(PREVIEW_LIMIT) }) : digits.format(count);
  return ordered(counts).map((kind) => {
    const count = counts[kind] ?? 0;
    const what = line(kind, count, numberOf(count));
    const text =
      kind === "elsewhere" && elsewhereIn !== undefined
        ? m.erasure_elsewhere_in({ what, count: elsewhereIn, number: numberOf(elsewhereIn) })
        : what;
    return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
  });
}
