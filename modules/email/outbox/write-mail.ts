// Writes the mail of a delivery with the template of its kind.
import { type EmailConfig } from "../variables.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readContactLanguage } from "#modules/contacts";
import type { DeliveryRow } from "../delivery.ts";
import { type MailTemplate, mailTemplates } from "../extension.ts";
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
  const template = templateOf(ctx, row);
  if (!template) return undefined;
  // A mail to a customer is in their language; one to a member says itself in which it is.
  const [language] = row.contactId === null ? ["en" as const] : await ctx.db.read(readContactLanguage(row.projectId, row.contactId));
  return await inLanguage(language ?? "en", () => template.write(ctx, row, { email, provider, head }));
}
/** The template of the delivery's kind. */
export const templateOf = (ctx: Pick<Ctx, "registry">, row: Pick<DeliveryRow, "kind">): MailTemplate | undefined =>
  ctx.registry.extensions.of(mailTemplates).find(({ kind }) => kind === row.kind);
