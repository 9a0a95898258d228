// Where modules that fill sources add to the screens of sources.
import { defineSlot } from "#dashboard/screen.ts";
import type { Source } from "../contract.ts";

/** Beside the button that adds a source, for owners and admins. */
export const addSource = defineSlot<{ readonly projectId: string; readonly languages: readonly string[] }>("addSource");
/** Above the texts of a source that another module fills: what it is filled with, and how that goes. */
export const filledPanel = defineSlot<{
  readonly projectId: string;
  readonly source: Source;
  readonly languages: readonly string[];
  /** Whether the member may change it. */
  readonly may: boolean;
}>("filledPanel");
