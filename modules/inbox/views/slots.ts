// Slots of the inbox for other modules.
import { defineSlot, type PropsOf } from "#dashboard/screen.ts";
import type { ComponentType } from "react";
import type { MenuItem } from "#dashboard/ui/menu.tsx";
import type { Conditions, ConversationEvent, ConversationSummary, Sort } from "#modules/conversations/contract";
import type { Bubble } from "./events/entries.ts";
import type { Working } from "#modules/live-inbox/views";

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

/** Below the line of such an event, in the width of the thread: what there is to know beyond its sentence. */
export const activityDetails = defineSlot<{ readonly projectId: string; readonly event: Activity }>("activityDetails");

/** Why no automatic answer was written, in words, after the sentence that says so. */
export const skippedReason = defineSlot<{
  readonly projectId: string;
  readonly reason: string;
  /** Variables that were missing, if the event says so. */
  readonly missing: readonly string[] | undefined;
}>("skippedReason");

/** Below a message of the assistant: what proves it. */
export const assistantProof = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly message: Bubble["message"];
}>("assistantProof");

/** At the end of the thread while the assistant works on an answer. */
export const assistantWork = defineSlot<{ readonly projectId: string; readonly conversationId: string; readonly working: Working }>(
  "assistantWork",
);

/** A chip in a row of the inbox. */
export const rowChip = defineSlot<{ readonly row: ConversationSummary }>("rowChip");

/** A chip above the list that filters rows by a field: `name:value`, undefined for all. */
export const listFilter = defineSlot<{
  readonly projectId: string;
  readonly view: string;
  readonly filter: string | undefined;
  /** Whether a conversation that is loaded has a value of this field: where none has, the project does not use it. */
  isInUse(field: string): boolean;
  onFilter(filter: string | undefined): void;
}>("listFilter");

/** Below the chips of the fixed views: a row of its own with those of others. */
export const viewChips = defineSlot<{ readonly projectId: string; readonly view: string }>("viewChips");

/** The label of a view that a module adds. Each registration gets every name and draws its own. */
export const viewLabel = defineSlot<{ readonly name: string }>("viewLabel");

/** What a list shows: its view, its order, and of a view that is not a fixed one, its conditions. */
export interface ShownList {
  readonly view: string;
  readonly sort: Sort;
  readonly conditions: Conditions | undefined;
}
/** In the header of the list: what changes which conversations it shows. */
export const listControl = defineSlot<{ readonly projectId: string; readonly list: ShownList }>("listControl");

/** Over the picture of a row: how it is selected. */
export const rowLead = defineSlot<{ readonly projectId: string; readonly row: ConversationSummary }>("rowLead");

/** Over the header of the list: what is done with the rows that are selected. */
export const listSelection = defineSlot<{
  readonly projectId: string;
  readonly list: ShownList;
  readonly filter: string | undefined;
  /** What is loaded, in its order. */
  readonly rows: readonly ConversationSummary[];
  /** The conversation that is open. */
  readonly openId: string | undefined;
  readonly hasMore: boolean;
}>("listSelection");

/** Below the list: what is under way. */
export const listFooter = defineSlot<{ readonly projectId: string }>("listFooter");

/** Below the chips of the views: what the list says about itself. */
export const listNote = defineSlot<{ readonly projectId: string; readonly list: ShownList }>("listNote");

/** A field of conditions, as people choose it. */
export interface ViewField {
  /** As its module declares it to the server. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** A conversation may have several of the values. */
  readonly several?: boolean;
  /** Chooses a value that is not among the options, where there are too many to list them. */
  readonly Chooser?: ComponentType<{ readonly chosen: readonly string[]; onChoose(value: string): void }>;
}
/**
 * Fields that conditions may use. A registration draws nothing: it calls `declare` in an effect, whenever its options change, so that it may
 * read them first.
 */
export const viewField = defineSlot<{
  readonly projectId: string;
  /** What the screen says: a registration that cannot list all its values has to know those that are named here. */
  readonly conditions: Conditions;
  declare(field: ViewField): void;
}>("viewField");

/** A control of an open conversation: an icon in its header, or with `labelled` a line of the details on phones. */
export const conversationControl = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly row: ConversationSummary;
  readonly labelled: boolean;
  /** The assistant works on an answer. */
  readonly working: boolean;
  /** As for `listFilter`. */
  isInUse(field: string): boolean;
  /**
   * Shows a field's new value at once, then applies the response of `run`; without one the event comes by the socket. Restores the old value
   * and throws if that is refused. `frontier`: the last revision that the member has seen. `also`: what else changes in the row.
   */
  changeField(
    name: string,
    value: string | undefined,
    run: (frontier: number) => Promise<RecordedAnswer | undefined>,
    also?: Partial<ConversationSummary>,
  ): Promise<void>;
}>("conversationControl");

/** Below the header of an open conversation: what marks it, such as its tags. */
export const conversationMark = defineSlot<{ readonly projectId: string; readonly row: ConversationSummary }>("conversationMark");

/** In the details, above what is known of the contact elsewhere. */
export const conversationPanel = defineSlot<{ readonly projectId: string; readonly row: ConversationSummary }>("conversationPanel");

/**
 * What else a conversation can be assigned to: draws nothing, but tells the items that follow the members in the menu of assigning. Told anew
 * with every change of the row.
 */
export const assignChoices = defineSlot<
  Pick<PropsOf<typeof conversationControl>, "projectId" | "conversationId" | "row" | "changeField"> & {
    /** `by`: whose items they are; they come in the order of these names. */
    onItems(by: string, items: readonly MenuItem[]): void;
  }
>("assignChoices");

/** What else can be done with an open conversation: draws nothing, but tells items of the menu of its header. */
export const threadChoices = defineSlot<Omit<PropsOf<typeof assignChoices>, "changeField">>("threadChoices");

/** Below a note that holds a proposed reply. `use` puts a text into the composer, in front of what is there. */
export const proposalAction = defineSlot<{ readonly text: string; use(text: string): void }>("proposalAction");

/** Beside a message of the customer that is stored here: a menu of what can be done with it. */
export const messageChoices = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly message: { readonly id: string };
}>("messageChoices");

/** Below the text of a stored message or note. `show` displays another text in its place, undefined the message's own again. */
export const messageText = defineSlot<{
  readonly projectId: string;
  readonly conversationId: string;
  readonly message: { readonly id: string; readonly content: string };
  show(text: string | undefined): void;
}>("messageText");
