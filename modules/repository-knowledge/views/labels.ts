// Why a sync failed or waits, and what it could not read.
import { m } from "#messages";
import type { NOTES, SyncFault } from "../contract.ts";

export const FAULTS: Readonly<Record<SyncFault, () => string>> = {
  not_connected: m.repository_knowledge_fault_not_connected,
  other: m.repository_knowledge_fault_other,
  withdrawn: m.repository_knowledge_fault_withdrawn,
  unauthorized: m.repository_knowledge_fault_unauthorized,
  sso: m.repository_knowledge_fault_sso,
  suspended: m.repository_knowledge_fault_suspended,
  forbidden: m.repository_knowledge_fault_forbidden,
  missing: m.repository_knowledge_fault_missing,
  gone: m.repository_knowledge_fault_missing,
  limited: m.repository_knowledge_fault_limited,
  invalid: m.repository_knowledge_fault_invalid,
  unavailable: m.repository_knowledge_fault_unavailable,
};
export const NOTE_TEXTS: Readonly<Record<(typeof NOTES)[number], () => string>> = {
  empty: m.repository_knowledge_note_empty,
  no_readme: m.repository_knowledge_note_no_readme,
  no_folder: m.repository_knowledge_note_no_folder,
  truncated: m.repository_knowledge_note_truncated,
  too_many: m.repository_knowledge_note_too_many,
  full: m.repository_knowledge_note_full,
  no_discussions: m.repository_knowledge_note_no_discussions,
  archived: m.repository_knowledge_note_archived,
  renamed: m.repository_knowledge_note_renamed,
  narrowed: m.repository_knowledge_note_narrowed,
  refused_files: m.repository_knowledge_note_refused_files,
  refused_releases: m.repository_knowledge_note_refused_releases,
  refused_commits: m.repository_knowledge_note_refused_commits,
  refused_discussions: m.repository_knowledge_note_refused_discussions,
  not_stored: m.repository_knowledge_note_not_stored,
};
