// Writes the mail of a delivery with the template of its kind.
import { type EmailConfig } from "../variables.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { DeliveryRow } from "../delivery.ts";
import { mailTemplates } from "../extension.ts";
import type { OutboundMail, Provider } from "../providers/provider.ts";

/** The mail of a delivery; `key` is its idempotency key. Undefined when there is nothing left to send. */
export async function writeMail(
  ctx: Ctx,
  row: DeliveryRow,
  email: EmailConfig,
  provider: Provider,
  key: string,
): Promise<OutboundMail | undefined> {
  if (row.to === null || row.subject === null) return undefined;
  const head = { key, deliveryId: row.id, to: row.to, cc: [], bcc: [], subject: row.subject };
  const template = ctx.registry.extensions.of(mailTemplates).find(({ kind }) => kind === row.kind);
  return await template?.write(ctx, row, { email, provider, head });
}
