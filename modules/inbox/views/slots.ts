// Places in the inbox that other modules fill.
import { defineSlot } from "#dashboard/screen.ts";
import type { ConversationEvent, ConversationSummary } from "#modules/conversations/contract";

type Activity = Extract<ConversationEvent, { kind: "activity" }>;
/** What a route answers that records an event. */
export interface RecordedAnswer {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
}

/** The sentence of an event that another module declares. Every module gets every such event and draws those of its own `name`. */
export const activityLine = defineSlot<{
  readonly projectId: string;
  readonly event: Activity;
  /** Whether the member who reads it did it. */
  readonly own: boolean;
  /** Who did it, otherwise. */
  readonly name: string;
}>("activityLine");

/** A chip in a row of the inbox. */
export const rowChip = defineSlot<{ readonly row: ConversationSummary }>("rowChip");

/** A chip above the list that shows only rows whose field has a value: `name:value`, undefined for all. */
export const listFilter = defineSlot<{
  readonly projectId: string;
  readonly filter: string | undefined;
  onFilter(filter: string | undefined): void;
}>("listFilter");

/** A control of an open conversation: an icon in its header, or on a phone, with `labelled`, a line of the details. */
export const conversationControl = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly row: ConversationSummary;
  readonly labelled: boolean;
  /** Shows a field's new value at once, and settles it with the answer of `run`. Puts it back and throws when that is refused. */
  changeField(name: string, value: string | undefined, run: () => Promise<RecordedAnswer>): Promise<void>;
}>("conversationControl");
