// The slot of the panel for modules that do more with issues.
import { defineSlot } from "#dashboard/screen.ts";

/** A button beside the heading of the panel. `isActive`: the contact's data is not being erased. */
export const issuesPanelAction = defineSlot<{ readonly projectId: string; readonly conversationId: string; readonly isActive: boolean }>(
  "issuesPanelAction",
);
