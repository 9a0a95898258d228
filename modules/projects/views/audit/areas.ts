// What the audit log calls areas and their settings: as the screens do on which they are set.
import type { ComponentType } from "react";
import { m } from "#messages";
import { allScreens } from "#dashboard/registered-screens.ts";
import { screenPath } from "#dashboard/paths.ts";

/** How a setting is called, and how its stored value is read. */
export interface AuditField {
  label(): string;
  /** A value in words; the text itself if left out. */
  value?(text: string): string;
  /** For what is kept as JSON, shown as its screen shows it. */
  readonly Value?: ComponentType<{ readonly projectId: string; readonly text: string }>;
}
/** An area: the part of actions before the dot. */
export interface AuditArea {
  /** The name of the screen on which it is set. */
  readonly screen: string;
  /** Its name, if it is not that of the screen. */
  title?(): string;
  readonly fields?: Readonly<Record<string, AuditField | (() => string)>>;
}
export type AuditAreas = Readonly<Record<string, AuditArea>>;

/** A setting that is on or off. */
export const onOff = (label: () => string): AuditField => ({
  label,
  value: (text) => (["1", "on", "true"].includes(text) ? m.projects_audit_on() : m.projects_audit_off()),
});
/** A setting that is one or several of a list of words. */
export const choice = (label: () => string, names: Readonly<Record<string, () => string>>): AuditField => ({
  label,
  value: (text) => text.replaceAll(/[\w-]+/g, (word) => names[word]?.() ?? word),
});

/** The name and the address of the screen of an area; the action's own word for one without. */
export function screenOf(
  areas: AuditAreas,
  name: string,
  projectId: string,
): { readonly title: string; readonly path: string | undefined } {
  const area = areas[name];
  const screen = allScreens().find((one) => one.name === area?.screen);
  const label = area?.title ?? screen?.settings?.label ?? screen?.nav?.label ?? screen?.tab?.label;
  return { title: label?.() ?? inWords(name), path: screen && screenPath(screen, projectId) };
}
/** The field of a setting; one that no area names is called by its own name. */
export function fieldOf(areas: AuditAreas, area: string, field: string): AuditField {
  const known = areas[area]?.fields?.[field];
  if (known === undefined) return { label: () => inWords(field) };
  return typeof known === "function" ? { label: known } : known;
}
/** `note.moved` → `Note moved`, `perHour` → `Per hour`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/[._]/g, " ").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
