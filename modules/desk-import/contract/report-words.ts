// What the codes of a report mean, on the screen and in the file.
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

const REASONS: Readonly<Record<string, () => string>> = {
  deleted: m.desk_import_why_deleted,
  status: m.desk_import_why_status,
  erased_here: m.desk_import_why_erased,
  removed_here: m.desk_import_why_removed,
  worked_on_here: m.desk_import_why_worked_on,
  empty: m.desk_import_why_empty,
  replies_refused: m.desk_import_why_replies_refused,
  reply_long: m.desk_import_why_reply_long,
  reply_room: m.desk_import_why_reply_room,
};
export const reasonLabel = (reason: string | null): string | undefined => (reason === null ? undefined : REASONS[reason]?.());

const NOTES: Readonly<Record<string, (detail: string) => string>> = {
  merged: () => m.desk_import_note_merged(),
  satisfaction: () => m.desk_import_note_satisfaction(),
  company: () => m.desk_import_note_company(),
  team: () => m.desk_import_note_team(),
  customer_deleted: () => m.desk_import_note_customer_deleted(),
  messages_cut: (detail) => m.desk_import_note_messages_cut({ detail }),
  text_cut: () => m.desk_import_note_text_cut(),
  file_left: (detail) => m.desk_import_note_file_left({ detail }),
  file_failed: (detail) => m.desk_import_note_file_failed({ detail }),
  reply_more: () => m.desk_import_note_reply_more(),
  reply_word: (detail) => m.desk_import_note_reply_word({ detail }),
  state_kept: () => m.desk_import_note_state_kept(),
};
export const noteLabel = ({ code, detail }: { code: string; detail: string }): string => NOTES[code]?.(detail) ?? code;
