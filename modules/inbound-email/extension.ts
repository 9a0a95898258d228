import type { ConversationId, ProjectId, ReceiptId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Bounce } from "./parsing/delivery-report.ts";

/** A mail that is about to be admitted. */
export interface Incoming {
  readonly receiptId: ReceiptId;
  readonly projectId: ProjectId;
  /** The sender's address in lower case, if the mail gives one. */
  readonly from: string | null;
  readonly automatic: boolean;
  /** To whom it was sent, by its envelope and its fields. */
  readonly recipients: readonly string[];
  /** Message-IDs that it says it answers. */
  readonly answered: readonly string[];
  readonly bounce: Bounce | null;
}
export interface Interception {
  /** Why the mail is left out. */
  readonly dropped?: string;
  /** The conversation that it belongs to, for the team only. */
  readonly about?: ConversationId;
}
/** Another module's mail: it decides what becomes of answers to mail that only it has sent. */
export interface InboundInterceptor {
  /** What the platform's channel answers to a person who writes to these addresses; undefined when they are none of the module. */
  readonly refusal: (ctx: Pick<Ctx, "env" | "db">, recipients: readonly string[]) => Promise<string | undefined>;
  /** Undefined for a mail that is none of the module. May run again for the same mail. */
  readonly intercept: (ctx: Ctx, mail: Incoming) => Promise<Interception | undefined>;
}
export const inboundInterceptor = extensionPoint<InboundInterceptor>("inboundInterceptor");
