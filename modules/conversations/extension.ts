// What other modules register: kinds of events and authors, fields of the row, and who carries an answer out by mail.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { ByMail } from "./contract.ts";
import type { AuthorKind } from "./kinds/author-kind.ts";
import type { EventKind } from "./kinds/event-kind.ts";
import type { RowField } from "./kinds/row-field.ts";

/** Kinds of events; `defineEventKind` makes one. */
export const eventKinds = extensionPoint<EventKind>("eventKinds");
/** Kinds of authors; `defineAuthor` makes one. */
export const authorKinds = extensionPoint<AuthorKind>("authorKinds");
/** Fields of the conversation's row; `defineRowField` makes one. */
export const rowFields = extensionPoint<RowField>("rowFields");

export interface AnswerByMail {
  /** Nothing is stored unless it holds. */
  readonly when: SQL;
  readonly alongside: (messageId: MessageId, done: SQL) => readonly SQL[];
  /** Throws the refusal, when `when` does not hold. */
  readonly explain: () => Promise<void>;
  /** After the answer was stored. */
  readonly afterwards: () => void;
}
/** Called with an answer whose author chose who gets it by mail. Throws what cannot be sent that way. */
export const answerByMail =
  extensionPoint<(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId, choice: ByMail) => Promise<AnswerByMail>>(
    "answerByMail",
  );
