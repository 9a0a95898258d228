// The registry of mail templates. Each module declares the mails that it sends; the outbox finds the template by the delivery's kind.
import { type EmailConfig } from "./variables.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { DeliveryKind, DeliveryRow } from "./delivery.ts";
import type { OutboundMail, Provider } from "./providers/provider.ts";

/** What every mail has while it is written. */
export interface Making {
  readonly email: EmailConfig;
  readonly provider: Provider;
  /** What stands in the row already. */
  readonly head: Pick<OutboundMail, "key" | "deliveryId" | "to" | "cc" | "bcc" | "subject">;
}
/** The text of one kind of mail. */
export interface MailTemplate {
  readonly kind: DeliveryKind;
  /** Writes the mail of a row, anew for each attempt and the same each time. Undefined when there is nothing to send any more. */
  readonly write: (ctx: Ctx, row: DeliveryRow, making: Making) => Promise<OutboundMail | undefined>;
}
/** One template for each kind of delivery. */
export const mailTemplates = extensionPoint<MailTemplate>("mailTemplates");
