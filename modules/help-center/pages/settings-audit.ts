// What saving the settings of a help center changes, for the audit log.
import { sql } from "#kernel/db/index.ts";
import type { AuditChange } from "#modules/projects";
import type { Settings } from "./center.ts";
import type { GivenSettings } from "./settings-queries.ts";

/** A list in words, anything else without a text of its own as JSON; empty values as none. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map((each: unknown) => (each as { label?: string }).label ?? String(each)).join(", ") || null;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value as string);
}

/**
 * The settings that differ from those that were read before, or from the initial ones at the first save. They are the ones that are replaced
 * if that revision is still stored, which the save depends on.
 */
export function settingsChanges(before: Settings, given: GivenSettings): AuditChange[] {
  if (before.revision !== given.revision) return [];
  return (Object.keys(given) as (keyof GivenSettings)[])
    .filter((field) => field !== "revision" && given[field] !== undefined)
    .map((field) => ({ field, from: sql`${textOf(before[field])}`, to: textOf(given[field]) }))
    .toSorted((a, b) => Number(b.field === "open") - Number(a.field === "open"));
}
