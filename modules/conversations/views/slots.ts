// Places in the inbox that other modules fill.
import { defineSlot } from "#dashboard/screen.ts";
import type { ConversationEvent } from "../contract.ts";

type Activity = Extract<ConversationEvent, { kind: "activity" }>;

/** The sentence of an event that another module declares. Every module gets every such event and draws those of its own `name`. */
export const activityLine = defineSlot<{
  readonly projectId: string;
  readonly event: Activity;
  /** Whether the member who reads it did it. */
  readonly own: boolean;
  /** Who did it, otherwise. */
  readonly name: string;
}>("activityLine");
