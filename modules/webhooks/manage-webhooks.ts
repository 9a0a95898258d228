// Makes, changes, pauses and removes webhooks.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type WebhookId } from "#kernel/ids/index.ts";
import { mayFetch } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { announceChanged } from "#modules/live-updates";
import { announceSubject } from "#modules/notifications";
import { type AuditChange, audit } from "#modules/projects";
import { BOTH_SECRETS_HOURS, listWebhooks as listRoute, MAX_WEBHOOKS, type Webhook, type WebhookSettings } from "./contract.ts";
import {
  mayChange,
  readWebhook,
  readWebhookBy,
  readWebhooks,
  type StoredWebhook,
  toWebhook,
  webhookValue,
  writePaused,
  writeRemoved,
  writeResumed,
  writeSecret,
  writeSettings,
  writeSkipped,
  writeWebhook,
} from "./queries.ts";
import { encryptSecret, refuseWithoutKey, secretFault } from "./secrets.ts";
import { wakeWebhooks } from "./send-deliveries.ts";
import { newSecret } from "./signature.ts";
import { STOPPED, stopOf } from "./stopped.ts";

const VARIABLE = "INTEGRATION_ENCRYPTION_KEY";
type Ctx = RequestCtx<MemberPrincipal>;
type WithSecret = { webhook: Webhook; secret: string | null };

export async function listWebhooks(ctx: Ctx): Promise<{ items: Webhook[]; next: null; missing: string[] }> {
  const [stored] = await ctx.db.read(readWebhooks(ctx.caller.projectId));
  const now = ctx.clock.now();
  return { items: stored.map((one) => toWebhook(one, now)), next: null, missing: secretFault(ctx.config) ? [VARIABLE] : [] };
}

export async function createWebhook(ctx: Ctx, { clientId, ...settings }: WebhookSettings & { clientId: string }): Promise<WithSecret> {
  refuseAddress(ctx, settings.url);
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("webhook", now);
  const secret = newSecret();
  const [stored] = await ctx.db.commitAndRead(
    [
      writeWebhook({
        ...{ id, projectId, ...settings, secret: await encryptSecret(ctx.config, projectId, id, secret) },
        ...{ createdBy: accountId, clientId, now },
      }),
      audit(ctx, "webhooks.created", { detail: detailOf(settings) }),
    ],
    readWebhookBy(projectId, clientId),
  );
  if (!stored) throw conflict(m.webhooks_too_many({ max: MAX_WEBHOOKS }));
  if (stored.id === id) {
    announceChanged(ctx, projectId, listRoute);
    return { webhook: toWebhook(stored, now), secret };
  }
  if (!isSame(stored, settings)) throw conflict(m.webhooks_same_client_id());
  ctx.reply.status = 200;
  return { webhook: toWebhook(stored, now), secret: null };
}

export async function changeWebhook(
  ctx: Ctx,
  id: WebhookId,
  { revision, ...settings }: WebhookSettings & { revision: number },
): Promise<{ webhook: Webhook }> {
  refuseAddress(ctx, settings.url);
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const when = mayChange(projectId, id, revision, accountId);
  const changes: AuditChange[] = [
    { field: "url", from: webhookValue(projectId, id, "url"), to: settings.url },
    { field: "description", from: webhookValue(projectId, id, "description"), to: settings.description },
    { field: "events", from: webhookValue(projectId, id, "events"), to: JSON.stringify(settings.events) },
  ];
  const [stored] = await ctx.db.commitAndRead(
    [audit(ctx, "webhooks.changed", { detail: detailOf(settings), changes }, when), writeSettings(projectId, id, settings, when)],
    readWebhook(projectId, id),
  );
  if (!stored) throw notFound();
  // A repeated request finds what it stored.
  if (stored.revision !== revision + 1 || !isSame(stored, settings)) throw conflict(m.webhooks_changed_meanwhile());
  announceChanged(ctx, projectId, listRoute);
  return { webhook: toWebhook(stored, now) };
}

/**
 * Pauses or resumes. Whoever resumes one chooses whether what happened meanwhile is still sent; a repeated call finds it resumed, and gives up
 * nothing.
 */
export async function switchWebhook(ctx: Ctx, id: WebhookId, { on, skip }: { on: boolean; skip: boolean }): Promise<{ webhook: Webhook }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const detail = { url: webhookValue(projectId, id, "url") };
  const [stored] = await ctx.db.commitAndRead(
    [
      on ? writeResumed(projectId, id, skip) : writePaused(projectId, id),
      audit(ctx, on ? "webhooks.resumed" : "webhooks.paused", { detail }),
      // Only if the entry was written: it was this call that resumed it.
      ...(on && skip ? [writeSkipped(projectId, id, sql`changes() > 0`)] : []),
    ],
    readWebhook(projectId, id),
  );
  if (!stored) throw notFound();
  announceChanged(ctx, projectId, listRoute);
  if (on) {
    ctx.after(wakeWebhooks(ctx, [stored]));
    // That it was stopped is no news any more.
    if (stored.stoppedAt !== null) ctx.after(announceSubject(ctx, projectId, STOPPED, stopOf(id, stored.stoppedAt)));
  }
  return { webhook: toWebhook(stored, now) };
}

export async function renewSecret(ctx: Ctx, id: WebhookId, revision: number): Promise<WithSecret> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const secret = newSecret();
  const when = mayChange(projectId, id, revision, accountId);
  await refuseWithoutKey(ctx, id);
  const encrypted = await encryptSecret(ctx.config, projectId, id, secret);
  const detail = { url: webhookValue(projectId, id, "url") };
  const [stored] = await ctx.db.commitAndRead(
    [audit(ctx, "webhooks.secret_renewed", { detail }, when), writeSecret(projectId, id, encrypted, now + hours(BOTH_SECRETS_HOURS), when)],
    readWebhook(projectId, id),
  );
  if (!stored) throw notFound();
  if (stored.secret !== encrypted) throw conflict(m.webhooks_changed_meanwhile());
  announceChanged(ctx, projectId, listRoute);
  return { webhook: toWebhook(stored, now), secret };
}

export async function removeWebhook(ctx: Ctx, id: WebhookId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const detail = { url: webhookValue(projectId, id, "url") };
  const [, removed] = await ctx.db.commit([
    audit(ctx, "webhooks.removed", { detail }, sql`${detail.url} IS NOT NULL`),
    ...writeRemoved(projectId, id),
  ]);
  if (removed === 0) throw notFound();
  announceChanged(ctx, projectId, listRoute);
  return { ok: true };
}

function refuseAddress(ctx: Ctx, url: string): void {
  if (!mayFetch(ctx, url)) throw invalidRequest([{ path: "url", message: m.webhooks_private() }]);
}
const detailOf = ({ url, events }: WebhookSettings) => ({ url, events: JSON.stringify(events) });
const isSame = (stored: StoredWebhook, { url, description, events }: WebhookSettings): boolean =>
  stored.url === url && stored.description === description && stored.events.join() === events.join();
