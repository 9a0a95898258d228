// The slot of actions on the selected rows, for the modules that declare such an action.
import { defineSlot } from "#dashboard/screen.ts";
import type { ConversationSummary } from "#modules/conversations/contract";
import type { BulkRun } from "./running.ts";

/** An action on the selected rows: an icon in the bar of the selection. */
export const bulkControl = defineSlot<{
  readonly projectId: string;
  /** What is selected, as far as it is loaded. */
  readonly rows: readonly ConversationSummary[];
  /** Shows the change, starts the action, and ends the selection. */
  run(action: BulkRun): void;
}>("bulkControl");
