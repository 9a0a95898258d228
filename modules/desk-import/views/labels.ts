// Labels for the codes of imports.
import { m } from "#messages";
import type { Tone } from "#dashboard/ui/chip.tsx";
import { type DeskImportRun, type From, type Outcome, type Platform, REGIONS } from "../contract.ts";

export const importsPath = (projectId: string): string => `/projects/${projectId}/settings/desk-import`;

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  zendesk: "Zendesk",
  intercom: "Intercom",
  freshdesk: "Freshdesk",
  helpscout: "Help Scout",
  chatwoot: "Chatwoot",
};
export const REGION_NAMES: Readonly<Record<(typeof REGIONS)[number], () => string>> = {
  us: m.desk_import_region_us,
  eu: m.desk_import_region_eu,
  au: m.desk_import_region_au,
};
/** The source, such as "acme.zendesk.com". */
export function sourceName({ platform, place }: Pick<DeskImportRun, "platform" | "place">): string {
  switch (platform) {
    case "zendesk":
    case "freshdesk":
      return `${place}.${platform}.com`;
    case "intercom":
      return `${PLATFORM_NAMES.intercom}, ${REGION_NAMES[place as (typeof REGIONS)[number]]()}`;
    case "helpscout":
      return PLATFORM_NAMES.helpscout;
    case "chatwoot":
      return m.desk_import_account_of({ place });
  }
}
/** What is filled in when a help desk is chosen: some have one place only, or one that is likely. */
export const firstPlace = (platform: Platform): string => (platform === "intercom" ? "us" : platform === "helpscout" ? "inbox" : "");

/** People paste whole addresses, so everything after the first dot is cut off. Undefined while something is missing. */
export function fromOf(platform: Platform, typed: string): From | undefined {
  const place =
    typed
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .split(/[./]/)[0] ?? "";
  if (platform === "chatwoot") return /^[1-9]\d{0,9}$/.test(place) ? { platform, place } : undefined;
  if (platform === "helpscout") return { platform, place: "inbox" };
  if (platform === "intercom") {
    const region = REGIONS.find((one) => one === place);
    return region && { platform, place: region };
  }
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(place) ? { platform, place } : undefined;
}

export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  ...{ created: "ok", updated: "accent", unchanged: "neutral" },
  ...{ kept: "warn", skipped: "warn" },
};

export const UNDONE_LABELS = { removed: m.desk_import_undone_removed, left: m.desk_import_undone_left };

export function stateLabel(run: Pick<DeskImportRun, "state" | "dry" | "resumeAt">): { readonly label: string; readonly tone: Tone } {
  switch (run.state) {
    case "running":
      return { label: run.resumeAt === null ? m.desk_import_running() : m.desk_import_waiting(), tone: "accent" };
    case "failed":
      return { label: m.desk_import_failed(), tone: "bad" };
    case "aborted":
      return { label: m.desk_import_stopped(), tone: "warn" };
    case "done":
      return { label: run.dry ? m.desk_import_dry_done() : m.desk_import_done(), tone: "ok" };
    case "undoing":
      return { label: m.desk_import_undoing(), tone: "accent" };
    case "undone":
      return { label: m.desk_import_undone(), tone: "neutral" };
  }
}
export const isMoving = ({ state }: Pick<DeskImportRun, "state">): boolean => state === "running" || state === "undoing";

export const ERROR_LABELS: Readonly<Record<NonNullable<DeskImportRun["error"]>, () => string>> = {
  refused: m.desk_import_error_refused,
  missing: m.desk_import_error_missing,
  busy: m.desk_import_error_busy,
  unavailable: m.desk_import_error_unavailable,
  closed: m.desk_import_error_closed,
  giver: m.desk_import_error_giver,
  export: m.desk_import_error_export,
  internal: m.desk_import_error_internal,
};
