// Declares what can happen in a conversation. This module declares messages, notes, status and assignment; others add their own kinds.
import type { AccountId, ConversationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import type { SQL } from "drizzle-orm";
import * as v from "valibot";
import type { AuthorRole, Origin, PreviewRole, Status } from "../contract.ts";

/** What an event does to the conversation's row. Undefined = as it is. */
export interface RowChange {
  readonly status?: Status;
  readonly snoozedUntil?: number | null;
  readonly assigneeId?: AccountId | null;
  readonly waiting?: "start" | "stop" | "keep";
  readonly preview?: { text: string; role: PreviewRole; automatic: boolean };
  readonly countVisitor?: boolean;
  readonly countTeam?: boolean;
  /** Whether the conversation moves to the top of the inbox. */
  readonly activity: boolean;
}
/** What somebody wrote. Only messages and notes have it. */
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
  /** Kept with the event, so it stays as it is. */
  readonly name: string;
  /** What is stored with the event. Ids and choices only: no erasure of a person reaches it. */
  readonly payload: v.GenericSchema<unknown, D>;
  /**
   * Who may see it. A visitor's client draws only the kinds that it knows, so kinds of other modules are the team's:
   * `visitorEvent` refuses them whatever stands here.
   */
  audience(event: NewEvent<D>): "team" | "everybody";
  /** What it changes in the conversation's row. */
  change(event: NewEvent<D>, role: AuthorRole): RowChange;
  /** What follows from it in the same batch, where `when` holds. */
  follow?(event: NewEvent<D>, role: AuthorRole): Follower | undefined;
  /** Statements on the module's own tables, where `done` holds: the event was stored. */
  writes?(place: EventPlace, data: D, done: SQL): readonly SQL[];
}
/** A second event of the same batch. */
export interface Follower {
  readonly event: NewEvent;
  readonly when: SQL;
}

/** Declares a kind of event; a module registers it with `provide(eventKinds, …)`. Call `newEvent` to record one. */
export const defineEventKind = <D extends Record<string, unknown>>(kind: EventKind<D>): EventKind<D> => kind;

/** An event of a declared kind. Throws when the payload is not of its schema: that is a mistake of the caller's code. */
export const newEvent = <D extends Record<string, unknown>>(kind: EventKind<D>, data: D): NewEvent =>
  ({ kind, data: v.parse(kind.payload, data) }) as unknown as NewEvent;
