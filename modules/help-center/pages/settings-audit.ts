// What saving the settings of a help center changes, for the audit log.
import type { AuditChange, AuditValue } from "#modules/projects";
import type { Settings } from "./center.ts";
import type { GivenSettings } from "./settings-queries.ts";

/** A list in words, anything else without a text of its own as JSON. */
function shown(value: unknown): AuditValue {
  if (Array.isArray(value)) return value.map((each: unknown) => (each as { label?: string }).label ?? String(each));
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as AuditValue);
}

/**
 * The settings that differ from those that were read before, or from the initial ones at the first save. They are the ones that are replaced
 * if that revision is still stored, which the save depends on.
 */
export function settingsChanges(before: Settings, given: GivenSettings): AuditChange[] {
  if (before.revision !== given.revision) return [];
  return (Object.keys(given) as (keyof GivenSettings)[])
    .filter((field) => field !== "revision" && given[field] !== undefined)
    .map((field) => ({ field, from: shown(before[field]), to: shown(given[field]) }))
    .toSorted((a, b) => Number(b.field === "open") - Number(a.field === "open"));
}
