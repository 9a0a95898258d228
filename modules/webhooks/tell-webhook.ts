// Tells one webhook of something that a higher module found.
import { newId, type ProjectId, type WebhookId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { takesType, writeSubjectDelivery } from "./contact-queries.ts";
import type { EventType } from "./contract.ts";
import { as, query, sql } from "#kernel/db/index.ts";
import { GIVE_UP } from "./retry.ts";
import { wakeWebhooks } from "./send-deliveries.ts";

/**
 * Stores one delivery of the subject, once however often it is repeated, and wakes its webhook. False if the project has no such webhook that
 * takes the type. One that is paused gets it when it is resumed.
 */
export async function tellWebhook(
  ctx: Omit<Ctx, "caller">,
  projectId: ProjectId,
  webhookId: WebhookId,
  { type, subject }: { readonly type: EventType; readonly subject: string },
): Promise<boolean> {
  const now = ctx.clock.now();
  const delivery = { id: newId("webhookDelivery", now), type, subject };
  const [isThere] = await ctx.db.commitAndRead(
    [writeSubjectDelivery(projectId, webhookId, delivery, { now, giveUpAt: now + GIVE_UP })],
    query(sql`SELECT ${takesType(projectId, webhookId, type)} ${as.number("is_there")}`, ([row]) => row?.is_there === 1),
  );
  if (isThere) await wakeWebhooks(ctx as Ctx, [{ id: webhookId, projectId }]);
  return isThere;
}
