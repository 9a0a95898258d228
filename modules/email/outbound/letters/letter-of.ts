// What every kind of mail has in common while it is made.
import type { Ctx } from "#kernel/module/index.ts";
import type { OutboundMail, Provider } from "../../providers/provider.ts";
import type { DeliveryRow } from "../vocabulary.ts";
import type { EmailConfig } from "../../variables.ts";

export interface Making {
  readonly email: EmailConfig;
  readonly provider: Provider;
  /** What stands in the row already. */
  readonly head: Pick<OutboundMail, "key" | "deliveryId" | "to" | "cc" | "bcc" | "subject">;
}
/** Makes the mail of a row, anew for each attempt and the same each time. Undefined when there is nothing to send any more. */
export type LetterOf = (ctx: Ctx, row: DeliveryRow, making: Making) => Promise<OutboundMail | undefined>;
