// The log of deliveries, sending one again, and the test.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { notFound, unavailable } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type WebhookDeliveryId, type WebhookId } from "#kernel/ids/index.ts";
import { customCounter, limitRefusal, writeCounters, belowLimits } from "#kernel/limits/index.ts";
import { attempt, bodiesOf } from "./attempt-delivery.ts";
import type { Delivery, Webhook } from "./contract.ts";
import { readDeliveries, readDelivery, readWebhook, toDelivery, toWebhook, writeAttempts, writeRedelivery, writeTest } from "./queries.ts";
import { GIVE_UP } from "./retry.ts";
import { refuseWithoutKey, secretsOf } from "./secrets.ts";
import { wakeWebhooks } from "./send-deliveries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 30;
const TESTS_HOUR = 60;

export async function listDeliveries(
  ctx: Ctx,
  webhookId: WebhookId,
  { cursor, state }: { cursor?: string | undefined; state?: Delivery["state"] | undefined },
): Promise<{ items: Delivery[]; next: string | null; webhook: Webhook }> {
  const { projectId } = ctx.caller;
  const [webhook, rows] = await ctx.db.read(
    readWebhook(projectId, webhookId),
    readDeliveries(projectId, webhookId, { state, before: decodeCursor(cursor)?.id, limit: PAGE + 1 }),
  );
  if (!webhook) throw notFound();
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  const next = rows.length > PAGE && last ? encodeCursor([Date.parse(last.createdAt), last.id]) : null;
  return { items: items.map(toDelivery), next, webhook: toWebhook(webhook, ctx.clock.now()) };
}

export async function showDelivery(
  ctx: Ctx,
  webhookId: WebhookId,
  id: WebhookDeliveryId,
): Promise<{ delivery: Delivery; payload: string | null }> {
  const { projectId } = ctx.caller;
  const [found] = await ctx.db.read(readDelivery(projectId, webhookId, id));
  if (!found) throw notFound();
  const bodies = await bodiesOf(ctx, projectId, [found]);
  return { delivery: toDelivery(found), payload: bodies.get(id) ?? null };
}

export async function redeliver(ctx: Ctx, webhookId: WebhookId, id: WebhookDeliveryId): Promise<{ delivery: Delivery }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [webhook, delivery] = await ctx.db.commitAndRead(
    [writeRedelivery(projectId, webhookId, id, now, now + GIVE_UP)],
    readWebhook(projectId, webhookId),
    readDelivery(projectId, webhookId, id),
  );
  if (!webhook || !delivery) throw notFound();
  ctx.after(wakeWebhooks(ctx, [webhook]));
  return { delivery: toDelivery(delivery) };
}

/** Sends a test once and waits for its end. It says nothing about the webhook's state, and is not repeated. */
export async function sendTest(ctx: Ctx, webhookId: WebhookId): Promise<{ delivery: Delivery }> {
  const { projectId } = ctx.caller;
  await refuseWithoutKey(ctx, webhookId);
  const now = ctx.clock.now();
  const id = newId("webhookDelivery", now);
  const limit = customCounter("webhookTestsPerProjectHour", projectId, now, hours(1), TESTS_HOUR);
  const [webhook, stored] = await ctx.db.commitAndRead(
    [writeTest(projectId, webhookId, id, now, belowLimits([limit])), writeCounters([limit], sql`changes() > 0`)],
    readWebhook(projectId, webhookId),
    readDelivery(projectId, webhookId, id),
  );
  if (!webhook) throw notFound();
  if (!stored) throw limitRefusal(limit, now);
  const body = (await bodiesOf(ctx, projectId, [stored])).get(id);
  const { gone: _, ...result } = await attempt(ctx, webhook, stored, { body, secrets: await secretsOf(ctx.config, webhook, now) });
  const state = result.state === "waiting" ? "failed" : result.state;
  const [delivery] = await ctx.db.commitAndRead(
    [writeAttempts(projectId, webhookId, [{ ...result, state }])],
    readDelivery(projectId, webhookId, id),
  );
  if (!delivery) throw unavailable();
  return { delivery: toDelivery(delivery) };
}
