// Slots of the inbox for other modules.
import { defineSlot } from "#dashboard/screen.ts";
import type { ConversationEvent, ConversationSummary } from "#modules/conversations/contract";

type Activity = Extract<ConversationEvent, { kind: "activity" }>;
/** The response of a route that records an event. */
export interface RecordedAnswer {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
}

/** The sentence of an event that another module declares. Each registration gets every such event and draws those of its own `name`. */
export const activityLine = defineSlot<{
  readonly projectId: string;
  readonly event: Activity;
  /** Whether the viewing member caused it. */
  readonly own: boolean;
  /** The name of whoever else caused it. */
  readonly name: string;
}>("activityLine");

/** A chip in a row of the inbox. */
export const rowChip = defineSlot<{ readonly row: ConversationSummary }>("rowChip");

/** A chip above the list that filters rows by a field: `name:value`, undefined for all. */
export const listFilter = defineSlot<{
  readonly projectId: string;
  readonly filter: string | undefined;
  onFilter(filter: string | undefined): void;
}>("listFilter");

/** A control of an open conversation: an icon in its header, or with `labelled` a line of the details on phones. */
export const conversationControl = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly row: ConversationSummary;
  readonly labelled: boolean;
  /** Shows a field's new value at once, then applies the response of `run`. Restores the old value and throws if that is refused. */
  changeField(name: string, value: string | undefined, run: () => Promise<RecordedAnswer>): Promise<void>;
}>("conversationControl");

/** Below a note that holds a proposed reply. `use` puts a text into the composer, in front of what is there. */
export const proposalAction = defineSlot<{ readonly text: string; use(text: string): void }>("proposalAction");

/** Below the text of a stored message or note. `show` displays another text in its place, undefined the message's own again. */
export const messageText = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly message: { readonly id: string; readonly content: string };
  show(text: string | undefined): void;
}>("messageText");
