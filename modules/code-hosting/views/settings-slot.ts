// The slot of the settings for modules that do more with issues.
import { defineSlot } from "#dashboard/screen.ts";

/** A section of the settings of a connected project. */
export const codeHostingSection = defineSlot<{ readonly projectId: string }>("codeHostingSection");
