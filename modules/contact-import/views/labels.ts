// Labels of an import's states, outcomes, fields and encodings.
import type { Tone } from "#dashboard/ui/chip.tsx";
import type { Encoding } from "#kernel/csv/text-of-file.ts";
import { m } from "#messages";
import { type ContactImport, type Existing, type Outcome, type PlainTarget } from "../contract.ts";

export const isMoving = ({ state }: ContactImport): boolean => state === "checking" || state === "running" || state === "undoing";
/** Whether the mapping can still be chosen. */
export const isOpen = ({ state, dry }: ContactImport): boolean =>
  state === "ready" || state === "checked" || (dry && (state === "stopped" || state === "failed"));

const STATES: Readonly<Record<ContactImport["state"], readonly [label: () => string, tone: Tone]>> = {
  waiting: [m.contact_import_state_waiting, "neutral"],
  ready: [m.contact_import_state_ready, "neutral"],
  checking: [m.contact_import_state_checking, "neutral"],
  checked: [m.contact_import_state_checked, "neutral"],
  running: [m.contact_import_state_running, "neutral"],
  done: [m.contact_import_state_done, "ok"],
  stopped: [m.contact_import_state_stopped, "warn"],
  failed: [m.contact_import_state_failed, "bad"],
  undoing: [m.contact_import_state_undoing, "neutral"],
  undone: [m.contact_import_state_undone, "warn"],
};
export const stateLabel = ({ state }: ContactImport): { label: string; tone: Tone } => ({
  label: STATES[state][0](),
  tone: STATES[state][1],
});
export const ERRORS: Readonly<Record<NonNullable<ContactImport["error"]>, () => string>> = {
  file_gone: m.contact_import_error_file_gone,
  member_gone: m.contact_import_error_member_gone,
};
export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = { created: "ok", updated: "ok", unchanged: "neutral", skipped: "warn" };
export const UNDONE: Readonly<Record<"removed" | "restored" | "kept", () => string>> = {
  removed: m.contact_import_undone_removed,
  restored: m.contact_import_undone_restored,
  kept: m.contact_import_undone_kept,
};
export const TARGETS: Readonly<Record<PlainTarget, () => string>> = {
  id: m.contact_import_target_id,
  name: m.contact_import_target_name,
  first_name: m.contact_import_target_first_name,
  last_name: m.contact_import_target_last_name,
  email: m.contact_import_target_email,
  external_id: m.contact_import_target_external_id,
  phone: m.contact_import_target_phone,
  company: m.contact_import_target_company,
  note: m.contact_import_target_note,
};
export const ENCODING_LABELS: Readonly<Record<Encoding, () => string>> = {
  "utf-8": m.contact_import_encoding_utf8,
  "utf-16le": m.contact_import_encoding_utf16le,
  "utf-16be": m.contact_import_encoding_utf16be,
  "windows-1252": m.contact_import_encoding_1252,
  "iso-8859-15": m.contact_import_encoding_8859_15,
  "windows-1250": m.contact_import_encoding_1250,
  "windows-1251": m.contact_import_encoding_1251,
  "windows-1256": m.contact_import_encoding_1256,
  macintosh: m.contact_import_encoding_mac,
};
export const EXISTING_LABELS: Readonly<Record<Existing, () => string>> = {
  fill: m.contact_import_existing_fill,
  overwrite: m.contact_import_existing_overwrite,
  leave: m.contact_import_existing_leave,
};
