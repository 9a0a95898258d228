// Labels for the codes of imports.
import { m } from "#messages";
import type { Tone } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import type { ImportRun, Outcome, Platform } from "../contract.ts";

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  zendesk: "Zendesk",
  intercom: "Intercom",
  freshdesk: "Freshdesk",
  helpscout: "Help Scout Docs",
};
export const REGION_NAMES: Readonly<Record<string, () => string>> = {
  us: m.help_import_region_us,
  eu: m.help_import_region_eu,
  au: m.help_import_region_au,
};
/** The source, such as "acme.zendesk.com". */
export const sourceName = ({ platform, place }: Pick<ImportRun, "platform" | "place">): string =>
  platform === "zendesk"
    ? `${place}.zendesk.com`
    : platform === "freshdesk"
      ? `${place}.freshdesk.com`
      : platform === "intercom"
        ? `Intercom, ${REGION_NAMES[place]?.() ?? place}`
        : PLATFORM_NAMES[platform];

export const OUTCOME_LABELS: Readonly<Record<Outcome, { label(dry: boolean): string; readonly tone: Tone }>> = {
  created: { label: (dry) => (dry ? m.help_import_would_create() : m.help_import_created()), tone: "ok" },
  updated: { label: (dry) => (dry ? m.help_import_would_update() : m.help_import_updated()), tone: "accent" },
  unchanged: { label: () => m.help_import_unchanged(), tone: "neutral" },
  kept: { label: () => m.help_import_kept(), tone: "warn" },
  skipped: { label: () => m.help_import_skipped(), tone: "warn" },
};

const REASONS: Readonly<Record<string, () => string>> = {
  draft: m.help_import_why_draft,
  restricted: m.help_import_why_restricted,
  locale: m.help_import_why_locale,
  locale_unknown: m.help_import_why_locale_unknown,
  no_title: m.help_import_why_no_title,
  too_long: m.help_import_why_too_long,
  removed_here: m.help_import_why_removed_here,
  archived_here: m.help_import_why_archived_here,
  edited_here: m.help_import_why_edited_here,
  exists: m.help_import_why_exists,
  same: m.help_import_why_same,
};
export const reasonLabels = (reason: string | null): string | undefined => (reason === null ? undefined : REASONS[reason]?.());

const NARROWED: Readonly<Record<string, () => string>> = {
  members: m.help_import_note_narrowed_members,
  told: m.help_import_note_narrowed_told,
  unpublished: m.help_import_note_narrowed_unpublished,
};
const NOTES: Readonly<Record<string, (detail: string) => string>> = {
  language_not_offered: (detail) => m.help_import_note_language({ language: languageName(detail) }),
  labels_dropped: (detail) => m.help_import_note_labels({ detail }),
  title_cut: (detail) => m.help_import_note_title({ detail }),
  image_failed: (detail) => m.help_import_note_image({ detail }),
  images: (detail) => m.help_import_note_images({ detail }),
  link_unknown: (detail) => m.help_import_note_link({ detail }),
  empty: () => m.help_import_note_empty(),
  attachment_dropped: (detail) => m.help_import_note_attachment({ detail }),
  file_link: (detail) => m.help_import_note_file({ detail }),
  nested: (detail) => m.help_import_note_nested({ detail }),
  segment: (detail) => m.help_import_note_segment({ detail }),
  other_collections: (detail) => m.help_import_note_collections({ detail }),
  draft: () => m.help_import_note_draft(),
  restricted: () => m.help_import_note_restricted(),
  narrowed: (detail) => NARROWED[detail]?.() ?? detail,
  widened: () => m.help_import_note_widened(),
  audience_kept: () => m.help_import_note_audience_kept(),
  newer_draft: () => m.help_import_note_newer(),
  edited_meanwhile: () => m.help_import_note_edited(),
};
export const noteLabels = ({ code, detail }: { code: string; detail: string }): string => NOTES[code]?.(detail) ?? code;

export const UNDONE_LABELS = {
  removed: m.help_import_undone_removed,
  restored: m.help_import_undone_restored,
  left: m.help_import_undone_left,
};

export function stateLabel(run: Pick<ImportRun, "state" | "dry" | "resumeAt">): { readonly label: string; readonly tone: Tone } {
  switch (run.state) {
    case "running":
      return { label: run.resumeAt === null ? m.help_import_running() : m.help_import_waiting(), tone: "accent" };
    case "failed":
      return { label: m.help_import_failed(), tone: "bad" };
    case "aborted":
      return { label: m.help_import_stopped(), tone: "warn" };
    case "done":
      return { label: run.dry ? m.help_import_dry_done() : m.help_import_done(), tone: "ok" };
    case "undoing":
      return { label: m.help_import_undoing(), tone: "accent" };
    case "undone":
      return { label: m.help_import_undone(), tone: "neutral" };
  }
}
export const isMoving = ({ state }: Pick<ImportRun, "state">): boolean => state === "running" || state === "undoing";

export const ERROR_LABELS: Readonly<Record<NonNullable<ImportRun["error"]>, () => string>> = {
  refused: m.help_import_error_refused,
  missing: m.help_import_error_missing,
  busy: m.help_import_error_busy,
  unavailable: m.help_import_error_unavailable,
  closed: m.help_import_error_closed,
  giver: m.help_import_error_giver,
};
