// Which browsers of a member get push notifications.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest, notConfigured } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { mayFetch } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import type { PushState } from "./contract.ts";
import { readSubscription, writeSubscription, writeUnsubscribed } from "./push-queries.ts";
import { missingForPush, pushKeys } from "./variables.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Whether push is set up, and what is stored of the browser with this endpoint. */
export async function pushOf(ctx: Ctx, { endpoint }: { endpoint?: string | undefined }): Promise<PushState> {
  const { projectId, accountId, role } = ctx.caller;
  const [known] = endpoint === undefined ? [undefined] : await ctx.db.read(readSubscription(projectId, accountId, endpoint));
  return {
    publicKey: pushKeys(ctx.config)?.publicKey ?? null,
    missing: role === "operator" ? [] : missingForPush(ctx.config),
    subscribed: known !== undefined,
    names: known?.names ?? false,
  };
}

/** Stores the caller's browser, whose endpoint must be an https address of a public host, as all that the product calls. */
export async function subscribePush(
  ctx: Ctx,
  { endpoint, p256dh, auth, names }: { endpoint: string; p256dh: string; auth: string; names: boolean },
): Promise<PushState> {
  const missing = missingForPush(ctx.config);
  if (missing.length > 0) throw notConfigured("push", missing, m.notifications_push_not_configured());
  if (!mayFetch(ctx, endpoint)) throw invalidRequest([{ path: "endpoint", message: m.notifications_push_endpoint() }]);
  const { projectId, accountId, sessionId } = ctx.caller;
  const now = ctx.clock.now();
  const subscription = { id: newId("pushSubscription", now), projectId, accountId, sessionId, endpoint, p256dh, auth, names, now };
  await ctx.db.commit(writeSubscription(subscription));
  return await pushOf(ctx, { endpoint });
}

/** Forgets the browser. One that is not known changes nothing. */
export async function unsubscribePush(ctx: Ctx, { endpoint }: { endpoint: string }): Promise<PushState> {
  await ctx.db.commit([writeUnsubscribed(ctx.caller.projectId, ctx.caller.accountId, endpoint)]);
  return await pushOf(ctx, { endpoint });
}
