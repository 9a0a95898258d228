// The slots for the modules that declare an action: on the selected rows, and in what members prepare, such as macros.
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

/** An action as members choose it beforehand: its values as options. */
export interface ActionField {
  /** Unique among all; an action may have several, such as adding and removing. */
  readonly name: string;
  /** As its module declares it to the server. */
  readonly action: string;
  readonly label: string;
  /** `needsMember`: it means whoever sets it, so a rule can't. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly needsMember?: boolean }[];
  /** Several options can be chosen at once. */
  readonly several?: boolean;
  /** It has no options: its value is a text that is written, of at most so many characters. */
  readonly text?: { readonly limit: number; readonly hint: string };
  /** The kept value of the action for what was chosen. */
  valueOf(chosen: readonly string[]): unknown;
  /** What was chosen for this kept value; undefined if it is that of another field. */
  chosenIn(value: unknown): readonly string[] | undefined;
}
/**
 * Actions that members can prepare. A registration draws nothing: it calls `declare` in an effect, whenever its options change, so that it may
 * read them first.
 */
export const actionField = defineSlot<{ readonly projectId: string; declare(field: ActionField): void }>("actionField");
