// What the files of an export are called, and what is wrong with one.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import type { Fault, FileKind } from "../contract.ts";

export const FILE_LABELS: Readonly<Record<FileKind, () => string>> = {
  tickets: m.desk_exports_file_tickets,
  users: m.desk_exports_file_users,
  organizations: m.desk_exports_file_organizations,
  conversations: m.desk_exports_file_conversations,
  contacts: m.desk_exports_file_contacts,
};
const FAULTS: Readonly<Record<Fault["code"], (words: { file: string; line: string }) => string>> = {
  truncated: m.desk_exports_fault_truncated,
  too_long: m.desk_exports_fault_too_long,
  not_text: m.desk_exports_fault_not_text,
  not_json: m.desk_exports_fault_not_json,
  wrong_kind: m.desk_exports_fault_wrong_kind,
  list: m.desk_exports_fault_list,
  no_messages: m.desk_exports_fault_no_messages,
  no_time: m.desk_exports_fault_no_time,
  empty: m.desk_exports_fault_empty,
  incomplete: m.desk_exports_fault_incomplete,
};
export const faultLabel = ({ code, kind, line }: Fault): string =>
  FAULTS[code]({ file: FILE_LABELS[kind](), line: line.toLocaleString(locale) });
