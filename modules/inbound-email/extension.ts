// The extension point by which modules handle answers to mail that they sent.
import type { ConversationId, ProjectId, ReceiptId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { Bounce } from "./parsing/delivery-report.ts";

/** A mail that is about to be admitted. */
export interface IncomingMail {
  readonly receiptId: ReceiptId;
  readonly projectId: ProjectId;
  /** The sender's address in lower case, if the mail has one. */
  readonly from: string | null;
  readonly automatic: boolean;
  /** Recipients from the envelope and the header fields. */
  readonly recipients: readonly string[];
  /** Message-IDs of its In-Reply-To and References headers. Anybody can write them. */
  readonly references: readonly string[];
  readonly bounce: Bounce | null;
}
export interface Interception {
  /** Why the mail is dropped; undefined to admit it. */
  readonly dropReason?: string;
  /** The conversation to which the mail belongs; the team sees it there, the contact does not. */
  readonly conversationId?: ConversationId;
}
/** Provided by a module that sends mail of its own and decides about the answers to it. */
export interface InboundInterceptor {
  /**
   * The text with which the platform handler rejects a person's mail to these recipients during SMTP, so that the sender learns why.
   * Undefined if none of the recipients belongs to the module.
   */
  readonly smtpRejection: (ctx: Pick<Ctx, "env" | "db">, recipients: readonly string[]) => Promise<string | undefined>;
  /** Undefined for a mail that answers none of the module's. Jobs are delivered at least once, so it may run again for the same mail. */
  readonly intercept: (ctx: Ctx, mail: IncomingMail) => Promise<Interception | undefined>;
}
export const inboundInterceptor = extensionPoint<InboundInterceptor>("inboundInterceptor");
