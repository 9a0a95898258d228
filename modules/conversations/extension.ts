// What carries an answer out of the desk adds to its batch.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "drizzle-orm";
import type { ByMail } from "./contract.ts";

export interface Carried {
  /** Nothing is stored unless it holds. */
  readonly when: SQL;
  readonly alongside: (messageId: MessageId, done: SQL) => readonly SQL[];
  /** Throws the refusal, when `when` does not hold. */
  readonly explain: () => Promise<void>;
  /** After the answer was stored. */
  readonly afterwards: () => void;
}
/** Told of an answer whose author chose who gets it by mail. Throws what cannot be sent that way. */
export const answerByMail =
  extensionPoint<(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId, choice: ByMail) => Promise<Carried>>("answerByMail");
