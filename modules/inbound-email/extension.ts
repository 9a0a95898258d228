// The extension point by which modules handle answers to mail that they sent.
import type { ConversationId, ProjectId, ReceiptId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Bounce } from "./parsing/delivery-report.ts";

/** A mail that is about to be admitted. */
export interface Incoming {
  readonly receiptId: ReceiptId;
  readonly projectId: ProjectId;
  /** The sender's address in lower case, if the mail has one. */
  readonly from: string | null;
  readonly automatic: boolean;
  /** Recipients from the envelope and the header fields. */
  readonly recipients: readonly string[];
  /** Message-IDs that it says it answers. */
  readonly answered: readonly string[];
  readonly bounce: Bounce | null;
}
export interface Interception {
  /** The reason for which the mail is dropped. */
  readonly dropped?: string;
  /** The conversation in which the mail is shown, to the team only. */
  readonly about?: ConversationId;
}
/** A module that decides about answers to mail that only it has sent. */
export interface InboundInterceptor {
  /** The SMTP rejection for a person who writes to these addresses on the platform's channel; undefined if none belongs to the module. */
  readonly refusal: (ctx: Pick<Ctx, "env" | "db">, recipients: readonly string[]) => Promise<string | undefined>;
  /** Undefined for a mail that does not concern the module. May run again for the same mail. */
  readonly intercept: (ctx: Ctx, mail: Incoming) => Promise<Interception | undefined>;
}
export const inboundInterceptor = extensionPoint<InboundInterceptor>("inboundInterceptor");
