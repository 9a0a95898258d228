// Declares event kinds. This module declares messages, notes, status and assignment; others add their own.
import type { AccountId, ConversationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import * as v from "valibot";
import type { AuthorRole, Origin, PreviewRole, Status } from "../contract.ts";

/** Changes of the conversation's row by an event. Undefined fields stay unchanged. */
export interface RowChange {
  readonly status?: Status;
  readonly snoozedUntil?: number | null;
  readonly assigneeId?: AccountId | null;
  /** The assignee changes only where this holds; without it always. */
  readonly assigneeWhen?: SQL;
  readonly waiting?: "start" | "stop" | "keep";
  readonly preview?: { text: string; role: PreviewRole; automatic: boolean; authorId?: AccountId };
  readonly countVisitor?: boolean;
  readonly countTeam?: boolean;
  /** By how much it comes before others in the order by priority; 0 for none. */
  readonly rank?: number;
  /**
   * Silences the conversation, or ends that. A customer's message in a silenced one neither reopens it nor starts the waiting, and no
   * listener hears of it.
   */
  readonly silenced?: boolean;
  /** Leads the conversation to another one, or with null no longer. Nothing else is written in a merged one. */
  readonly mergedInto?: ConversationId | null;
  /** Its customer is not shown it any more. */
  readonly withdrawn?: true;
  /** The status changes only if the conversation is not silenced, and it stays so. */
  readonly statusUnlessSilenced?: boolean;
  /** Whether the conversation moves to the top of the inbox. */
  readonly activity: boolean;
}
/** The text of a message or note. */
export interface EventText {
  readonly content: string;
  readonly attachments: readonly FileId[];
  readonly origin: Origin;
}
/** An event that is to be recorded. */
export interface NewEvent<D = Record<string, unknown>> {
  readonly kind: EventKind<D>;
  readonly data: D;
  readonly text?: EventText;
}
export interface EventPlace {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly now: number;
}
export interface EventKind<D = Record<string, unknown>> {
  /** Stored with the event, so it must not change. */
  readonly name: string;
  /** Data stored with the event. Ids and choices only, because an erasure does not clear it. */
  readonly payload: v.GenericSchema<unknown, D>;
  /**
   * Who may see it. Kinds of other modules are for the team only, because the widget knows only its own: `visitorEvent` refuses them,
   * whatever this answers.
   */
  audience(event: NewEvent<D>): "team" | "everybody";
  /** The change of the conversation's row. */
  change(event: NewEvent<D>, role: AuthorRole): RowChange;
  /** A further event of the same batch that follows from it, recorded where its `when` holds. */
  follow?(event: NewEvent<D>, role: AuthorRole): Follower | undefined;
  /** Statements on the module's own tables, where `done` holds: the event was stored. */
  writes?(place: EventPlace, data: D, done: SQL): readonly SQL[];
}
/** A further event of the same batch. */
export interface Follower {
  readonly event: NewEvent;
  /** Condition on the conversation `c` as it was before the batch. */
  readonly when: SQL;
  /** Nobody asked for it, so it does not distinguish a repetition from another command. */
  readonly implied?: true;
}

/** Declares a kind of event; a module registers it with `provide(eventKinds, …)`. `newEvent` makes an event of it. */
export const defineEventKind = <D extends Record<string, unknown>>(kind: EventKind<D>): EventKind<D> => kind;

/** An event of a declared kind. Throws when the payload does not match its schema, which is a programming error. */
export const newEvent = <D extends Record<string, unknown>>(kind: EventKind<D>, data: D): NewEvent =>
  ({ kind, data: v.parse(kind.payload, data) }) as unknown as NewEvent;
