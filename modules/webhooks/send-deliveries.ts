// Makes deliveries of new events and sends what is due. The events and the deliveries are the work; the job only says that there is some.
import { days } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { idOf, newId, derivedId, type ProjectId, type WebhookId } from "#kernel/ids/index.ts";
import { handle, job, wakeJobs, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type AfterEvents } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { notifyOfSubject } from "#modules/notifications";
import { writeAudit } from "#modules/projects";
import * as v from "valibot";
import { attempt, type AttemptResult, bodiesOf } from "./attempt-delivery.ts";
import { makeContactDeliveries } from "./contact-changes.ts";
import { KEPT_DAYS, listWebhooks } from "./contract.ts";
import {
  readBehind,
  readDueDeliveries,
  readFresh,
  readOn,
  readWebhook,
  type StoredDelivery,
  type StoredWebhook,
  webhookValue,
  writeAttempts,
  writeDeliveries,
  writeHealth,
  writeOldGone,
  writeStopped,
} from "./queries.ts";
import { GIVE_UP, HELD_AFTER, holdAfter } from "./retry.ts";
import { STOPPED, stopOf } from "./stopped.ts";
import { secretsOf } from "./secrets.ts";
import { typesOf } from "./event-types.ts";

/** Events that become deliveries at once. */
const EVENTS = 100;
/** Deliveries that are sent at the same time: a worker has six connections. */
const AT_ONCE = 6;
/** Statements, and milliseconds, after which the job goes on in another invocation. */
const ROOM = 150;
const TIME = 20_000;
/** Webhooks that one cron tick wakes. */
const PER_TICK = 50;
const FORGOTTEN_AT_ONCE = 500;
/** Times that so many are forgotten in an hour: more than a busy installation stores in one. */
const FORGETS = 20;

const sending = job("webhooks.send", v.strictObject({ webhookId: idOf("webhook") }));
const keyOf = (id: WebhookId): string => `${sending.kind}:${id}`;

/** Wakes the job of a webhook. While it runs, it finds by itself what is new, or the minute schedule does. */
export async function wakeWebhooks(
  ctx: Ctx,
  webhooks: readonly { readonly id: WebhookId; readonly projectId: ProjectId }[],
): Promise<void> {
  if (webhooks.length === 0) return;
  const now = ctx.clock.now();
  const jobs = await Promise.all(
    webhooks.map(async ({ id, projectId }) => ({
      ...{ id: await derivedId("job", keyOf(id)), kind: sending.kind, key: keyOf(id), payload: { webhookId: id } },
      ...{ projectId, dueAt: now },
    })),
  );
  await ctx.db.commit([writeJobs(jobs, now), ...jobs.map(({ key }) => writeRequeue(key, now))]);
  wakeJobs(
    ctx,
    jobs.map(({ id }) => id),
  );
}

/** Right after events were stored. What gets lost here, the minute schedule finds. */
export const sendSoon: AfterEvents = async (ctx, projectId) => {
  const [on] = await ctx.db.read(readOn(projectId));
  await wakeWebhooks(
    ctx as Ctx,
    on.map((id) => ({ id, projectId })),
  );
};

/** Cron task: wakes webhooks that are behind. */
export async function wakeBehind(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [behind] = await ctx.db.read(readBehind(now, PER_TICK));
  await wakeWebhooks(ctx, behind);
  // Once an hour is enough.
  if (new Date(now).getUTCMinutes() !== 23) return;
  for (let time = 0; time < FORGETS; time += 1) {
    const gone = await ctx.db.commit(writeOldGone(now - days(KEPT_DAYS), FORGOTTEN_AT_ONCE));
    if (gone.every((rows) => rows < FORGOTTEN_AT_ONCE)) return;
  }
}

export const sendJob = handle(sending, async (ctx, { webhookId }, { projectId }) => {
  if (projectId === null) return;
  const began = performance.now();
  for (;;) {
    const now = ctx.clock.now();
    const [webhook, next] = await ctx.db.read(readWebhook(projectId, webhookId), readDueDeliveries(projectId, webhookId, now, AT_ONCE));
    if (webhook?.state !== "on" || webhook.nextAt > now) return;
    const most = webhook.failures >= HELD_AFTER ? 1 : AT_ONCE;
    const due = next.slice(0, most);
    // Events lose nothing by waiting until what is due before them was sent.
    const hasRoom = due.length < most;
    const made = hasRoom && [await makeDeliveries(ctx, webhook), await makeContactDeliveries(ctx, webhook)].includes(true);
    if (due.length === 0 && !made) return;
    if (due.length > 0) await send(ctx, webhook, due);
    if (ctx.db.cost.statements > ROOM || performance.now() - began > TIME) return "again";
  }
});

/** Makes deliveries of the next events. Answers whether there were any events. */
async function makeDeliveries(ctx: Ctx, webhook: StoredWebhook): Promise<boolean> {
  const [events] = await ctx.db.read(readFresh(webhook.projectId, webhook.sequence, EVENTS));
  const last = events.at(-1);
  if (!last) return false;
  const now = ctx.clock.now();
  const deliveries = events.flatMap(({ sequence, kind, revision }) =>
    kind === ""
      ? []
      : typesOf({ kind, revision })
          .filter((type) => webhook.events.includes(type))
          .map((type) => ({ id: newId("webhookDelivery", now), type, sequence })),
  );
  await ctx.db.commit(writeDeliveries(webhook, deliveries, { to: last.sequence, now, giveUpAt: now + GIVE_UP }));
  return true;
}

/** Sends deliveries at the same time, and settles them in one batch. If it dies between, they are sent again. */
async function send(ctx: Ctx, webhook: StoredWebhook, due: readonly StoredDelivery[]): Promise<void> {
  const { projectId, id } = webhook;
  const bodies = await bodiesOf(ctx, projectId, due);
  const secrets = await secretsOf(ctx.config, webhook, ctx.clock.now());
  const results = await Promise.all(due.map((one) => attempt(ctx, webhook, one, { body: bodies.get(one.id), secrets })));
  const now = ctx.clock.now();
  // A delivery without an event says nothing about the other system.
  const sent = results.filter(({ id: of }) => bodies.has(of));
  const health = sent.length === 0 ? undefined : healthOf(webhook, sent, now);
  const notifying = health?.stops ? await notifyOfSubject(ctx, { projectId, event: STOPPED, subjectId: stopOf(id, now) }) : undefined;
  await ctx.db.commit([
    writeAttempts(
      projectId,
      id,
      results.map(({ gone: _, ...one }) => one),
    ),
    ...(notifying?.statements(sql`${webhookValue(projectId, id, "state")} = 'on'`) ?? []),
    ...(health?.statements ?? []),
  ]);
  notifying?.announce();
  if (health?.stops) announceChanged(ctx, projectId, listWebhooks);
}

/** What attempts say of the webhook: one that was accepted says that it is well, whatever became of the others. */
function healthOf(webhook: StoredWebhook, sent: readonly AttemptResult[], now: number): { statements: SQL[]; stops: boolean } {
  const { projectId, id } = webhook;
  const well = sent.some(({ state }) => state === "delivered");
  const failures = webhook.failures + 1;
  const health = writeHealth(projectId, id, { well, failures, nextAt: now + holdAfter(failures), now });
  const since = webhook.failingAt ?? now;
  const gone = sent.find((one) => one.gone);
  const ends = gone !== undefined || (!well && failures >= HELD_AFTER && now - since >= GIVE_UP);
  const last = gone ?? sent.at(-1);
  if (!ends || !last) return { statements: [health], stops: false };
  const isOn = sql`${webhookValue(projectId, id, "state")} = 'on'`;
  const detail = { url: webhookValue(projectId, id, "url") };
  return {
    statements: [
      health,
      writeAudit({ projectId, actor: "system", action: "webhooks.failing", detail, now }, isOn),
      writeStopped(projectId, id, { at: now, gone: gone !== undefined, status: last.status, fault: last.fault }),
    ],
    stops: true,
  };
}
