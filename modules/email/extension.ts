// Registry of mail templates. Each module registers the mails that it sends; the outbox finds the template by the delivery's kind.
import { type EmailConfig } from "./variables.ts";
import type { SQL } from "#kernel/db/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { DeliveryKind, DeliveryRow } from "./delivery.ts";
import type { OutboundMail, Provider } from "./providers/provider.ts";

/** What every template gets besides the delivery. */
export interface MailContext {
  readonly email: EmailConfig;
  readonly provider: Provider;
  /** Headers that the delivery's row already determines. */
  readonly head: Pick<OutboundMail, "key" | "deliveryId" | "to" | "cc" | "bcc" | "subject">;
}
/** Template of one kind of mail. */
export interface MailTemplate {
  readonly kind: DeliveryKind;
  /** Writes the mail of a delivery. Called for each attempt, always with the same result. Undefined when there is nothing left to send. */
  readonly write: (ctx: Ctx, row: DeliveryRow, making: MailContext) => Promise<OutboundMail | undefined>;
  /** A condition of each attempt, decided in the batch that claims the mail: where it no longer holds, the mail is not sent. */
  readonly mayBeSent?: (row: DeliveryRow) => SQL;
  /** Set where nobody may send the mail again, whatever became of it. */
  readonly onlyOnce?: true;
}
/** An address that a project's mail came back from, or whose owner complained. */
export interface ReturnedAddress {
  readonly projectId: ProjectId;
  readonly address: string;
  readonly reason: "bounced" | "complained";
}
/** Adds statements to the batch that suppresses addresses for mail; they run under the condition that is known later. */
export const addressReturned =
  extensionPoint<(ctx: Omit<Ctx, "caller">, returned: readonly ReturnedAddress[]) => Promise<(when: SQL) => readonly SQL[]>>(
    "addressReturned",
  );
/** One template for each kind of delivery. */
export const mailTemplates = extensionPoint<MailTemplate>("mailTemplates");
