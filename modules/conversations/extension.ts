// Extension points of conversations: event kinds, author kinds, fields of the row, views of the inbox, and replies by mail.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { AuthorRole, ByMail, ConversationEvent } from "./contract.ts";
import type { AuthorKind } from "./kinds/author-kind.ts";
import type { EventKind, EventPlace, NewEvent } from "./kinds/event-kind.ts";
import type { Conditions, Sort } from "./contract/conditions.ts";
import type { RowField } from "./kinds/row-field.ts";
import type { ModuleView, ViewCondition } from "./kinds/view-condition.ts";

/** Kinds of events; `defineEventKind` makes one. */
export const eventKinds = extensionPoint<EventKind>("eventKinds");
/** Kinds of authors; `defineAuthor` makes one. */
export const authorKinds = extensionPoint<AuthorKind>("authorKinds");
/** Fields of the conversation's row; `defineRowField` makes one. */
export const rowFields = extensionPoint<RowField>("rowFields");

/** Fields by which views can choose conversations; `defineViewCondition` makes one. */
export const viewConditions = extensionPoint<ViewCondition>("viewConditions");
/** Views that modules add to those of the inbox; `defineModuleView` makes one. */
export const moduleViews = extensionPoint<ModuleView>("moduleViews");

/** A view beyond the fixed ones, brought up to date and ready to be read. */
export interface OpenView {
  readonly conditions: Conditions;
  readonly sort: Sort;
  /** Statements that come before the page is read, in the same batch. */
  readonly first: readonly SQL[];
  /** Its table of rows with `conversation_id` and the keys of the orders, the index for the order, and the condition on the row `o`. */
  readonly rows: SQL;
  readonly where: SQL;
  /** How many of the project's conversations have been looked at, while a new view is being filled; null when it is complete. */
  readonly filling: { readonly lookedAt: number } | null;
}
/**
 * Opens a view that is not one of the fixed ones, for the caller. Undefined if there is none of this name or id that they may see. One
 * module provides it.
 */
export const otherViews =
  extensionPoint<(ctx: RequestCtx<MemberPrincipal>, view: string, sort: Sort | undefined) => Promise<OpenView | undefined>>("otherViews");
/**
 * Statements that a module adds to the batch of an event, of any kind and by anybody, which must apply only where `done` holds. `accountId`:
 * of the member who causes it; `role`: of whoever does.
 */
export type EventWrites = (
  place: EventPlace,
  cause: { readonly event: NewEvent; readonly accountId: AccountId | undefined; readonly role: AuthorRole },
  done: SQL,
) => readonly SQL[];
/** What events of conversations write elsewhere. */
export const eventWrites = extensionPoint<EventWrites>("eventWrites");

/** A stored event, as far as it decides whether anything has to follow. */
export interface StoredEvent {
  readonly id: string;
  readonly conversationId: ConversationId;
  readonly kind: ConversationEvent["kind"];
  readonly actorRole: ConversationEvent["actor"]["role"];
}
/** Runs once events were stored and published, after the response. It may get lost, so something else has to make up for it. */
export type AfterEvents = (ctx: Omit<Ctx, "caller">, projectId: ProjectId, events: readonly StoredEvent[]) => Promise<void>;
export const afterEvents = extensionPoint<AfterEvents>("afterEvents");

export interface AnswerByMail {
  /** Condition of the reply's batch. */
  readonly when: SQL;
  readonly alongside: (messageId: MessageId, done: SQL) => readonly SQL[];
  /** Throws the refusal when `when` did not hold. */
  readonly explain: () => Promise<void>;
  /** Called after the reply was committed. */
  readonly afterCommit: () => void;
}
/** Called for a reply whose author chose its mail recipients. Throws a refusal when it cannot be sent so. */
export const answerByMail =
  extensionPoint<
    (
      ctx: Omit<RequestCtx<MemberPrincipal>, "request" | "url" | "address">,
      conversationId: ConversationId,
      choice: ByMail,
    ) => Promise<AnswerByMail>
  >("answerByMail");
