// What the codes of a report mean, on the screen and in the file.
import type { RowKind } from "./kinds.ts";
import { m } from "#messages";

const OUTCOMES: Readonly<Record<string, (dry: boolean) => string>> = {
  created: (dry) => (dry ? m.desk_import_outcome_would_create() : m.desk_import_outcome_created()),
  updated: (dry) => (dry ? m.desk_import_outcome_would_update() : m.desk_import_outcome_updated()),
  unchanged: () => m.desk_import_outcome_unchanged(),
  kept: () => m.desk_import_outcome_kept(),
  skipped: () => m.desk_import_outcome_skipped(),
};
/** `dry`: of a dry run, which only says what it would do. */
export const outcomeLabel = (outcome: string, dry: boolean): string => OUTCOMES[outcome]?.(dry) ?? outcome;

const KINDS: Readonly<Record<RowKind, () => string>> = {
  conversation: m.desk_import_csv_conversation,
  company: m.desk_import_csv_company,
  rating: m.desk_import_csv_rating,
  reply: m.desk_import_csv_reply,
};
export const kindLabel = (kind: RowKind): string => KINDS[kind]();

const REASONS: Readonly<Record<string, () => string>> = {
  deleted: m.desk_import_why_deleted,
  status: m.desk_import_why_status,
  erased_here: m.desk_import_why_erased,
  removed_here: m.desk_import_why_removed,
  worked_on_here: m.desk_import_why_worked_on,
  empty: m.desk_import_why_empty,
  failed_here: m.desk_import_why_failed_here,
  replies_refused: m.desk_import_why_replies_refused,
  reply_long: m.desk_import_why_reply_long,
  reply_room: m.desk_import_why_reply_room,
  companies_refused: m.desk_import_why_companies_refused,
  ratings_refused: m.desk_import_why_ratings_refused,
  rating_old: m.desk_import_why_rating_old,
  no_conversation: m.desk_import_why_no_conversation,
  company_unnamed: m.desk_import_why_company_unnamed,
  company_tied: m.desk_import_why_company_tied,
};
export const reasonLabel = (reason: string | null): string | undefined => (reason === null ? undefined : REASONS[reason]?.());

const NOTES: Readonly<Record<string, (detail: string) => string>> = {
  merged: () => m.desk_import_note_merged(),
  satisfaction: () => m.desk_import_note_satisfaction(),
  company: () => m.desk_import_note_company(),
  team: (detail) => (detail === "" ? m.desk_import_note_team() : m.desk_import_note_team_named({ detail })),
  rating: (detail) => {
    const [score = "", there = ""] = detail.split(" ", 1).concat(detail.slice(detail.indexOf(" ") + 1));
    return there === score ? m.desk_import_note_rating({ score }) : m.desk_import_note_rating_mapped({ score, there });
  },
  company_tied: (detail) => m.desk_import_note_company_tied({ detail }),
  company_domain_bad: (detail) => m.desk_import_note_company_domain_bad({ detail }),
  company_domain_anybody: (detail) => m.desk_import_note_company_domain_anybody({ detail }),
  company_domain_room: (detail) => m.desk_import_note_company_domain_room({ detail }),
  company_domain_taken: (detail) => m.desk_import_note_company_domain_taken({ detail }),
  company_website: (detail) => m.desk_import_note_company_website({ detail }),
  company_notes_cut: () => m.desk_import_note_company_notes_cut(),
  customer_deleted: () => m.desk_import_note_customer_deleted(),
  customer_unknown: () => m.desk_import_note_customer_unknown(),
  messages_unreadable: (detail) => m.desk_import_note_messages_unreadable({ detail }),
  time_ahead: () => m.desk_import_note_time_ahead(),
  tags_left: (detail) => m.desk_import_note_tags_left({ detail }),
  messages_cut: (detail) => m.desk_import_note_messages_cut({ detail }),
  text_cut: () => m.desk_import_note_text_cut(),
  file_left: (detail) => m.desk_import_note_file_left({ detail }),
  file_failed: (detail) => m.desk_import_note_file_failed({ detail }),
  reply_more: () => m.desk_import_note_reply_more(),
  reply_word: (detail) => m.desk_import_note_reply_word({ detail }),
  state_kept: () => m.desk_import_note_state_kept(),
};
export const noteLabel = ({ code, detail }: { code: string; detail: string }): string => NOTES[code]?.(detail) ?? code;
