// Extension points of conversations: event kinds, author kinds, fields of the row, and replies by mail.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, ConversationId, MessageId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { ByMail } from "./contract.ts";
import type { AuthorKind } from "./kinds/author-kind.ts";
import type { EventKind, EventPlace, NewEvent } from "./kinds/event-kind.ts";
import type { RowField } from "./kinds/row-field.ts";

/** Kinds of events; `defineEventKind` makes one. */
export const eventKinds = extensionPoint<EventKind>("eventKinds");
/** Kinds of authors; `defineAuthor` makes one. */
export const authorKinds = extensionPoint<AuthorKind>("authorKinds");
/** Fields of the conversation's row; `defineRowField` makes one. */
export const rowFields = extensionPoint<RowField>("rowFields");

/**
 * Statements that a module adds to the batch of an event, of any kind and by anybody, which must apply only where `done` holds. `accountId`:
 * of the member who causes it.
 */
export type EventWrites = (
  place: EventPlace,
  cause: { readonly event: NewEvent; readonly accountId: AccountId | undefined },
  done: SQL,
) => readonly SQL[];
/** What events of conversations write elsewhere. */
export const eventWrites = extensionPoint<EventWrites>("eventWrites");

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
  extensionPoint<(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId, choice: ByMail) => Promise<AnswerByMail>>(
    "answerByMail",
  );
