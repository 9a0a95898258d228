// Sets up what GitHub tells by itself: the secret with which it signs, and the webhooks of repositories.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { randomToken } from "#kernel/auth/crypto.ts";
import { iso } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { sql } from "#kernel/db/index.ts";
import { decrypt, DecryptionError, encrypt, encryptionFault } from "#kernel/encryption/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { askCodeHost, CodeHostError } from "./client.ts";
import { receiveCodeHosting, type Webhook, WEBHOOK_EVENTS } from "./contract.ts";
import { CAPABILITY, credentialOf } from "./credential.ts";
import { asking, notConnected } from "./errors.ts";
import { readRepositories } from "./queries.ts";
import { readStoredWebhook, type StoredWebhook, writeNoWebhook, writeSecret } from "./webhook-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const secretPlace = (projectId: ProjectId) => ({ projectId, purpose: "code-hosting/webhook" });

/** Undefined: it was encrypted with another key, or copied from another project. Throws the refusal for a missing or malformed key. */
export async function openSecret(ctx: { readonly config: Config }, projectId: ProjectId, { sealed }: Pick<StoredWebhook, "sealed">) {
  try {
    return await decrypt(ctx.config, secretPlace(projectId), sealed, CAPABILITY);
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
}

const addressOf = (ctx: Ctx): string =>
  `${ctx.config.appOrigin ?? ctx.url.origin}${pathOf(receiveCodeHosting, { projectId: ctx.caller.projectId })}`;

export async function webhookOf(ctx: Ctx): Promise<Webhook> {
  const { projectId } = ctx.caller;
  const [stored] = await ctx.db.read(readStoredWebhook(projectId));
  const fault = encryptionFault(ctx.config, CAPABILITY);
  const when = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : iso(at));
  return {
    address: addressOf(ctx),
    missing: fault ? ["INTEGRATION_ENCRYPTION_KEY"] : [],
    madeAt: when(stored?.madeAt),
    isReadable: !stored || (!fault && (await openSecret(ctx, projectId, stored)) !== undefined),
    receivedAt: when(stored?.receivedAt),
    failedAt: when(stored?.failedAt),
    installation: stored?.installation ?? null,
  };
}

async function makeNew(ctx: Ctx): Promise<string> {
  const { projectId, accountId } = ctx.caller;
  const secret = randomToken();
  const now = ctx.clock.now();
  const sealed = await encrypt(ctx.config, secretPlace(projectId), secret, CAPABILITY);
  await ctx.db.commit([writeSecret(projectId, { sealed, by: accountId, now }), audit(ctx, "code_hosting.webhook_secret", { detail: {} })]);
  return secret;
}

export async function makeSecret(ctx: Ctx): Promise<{ secret: string; webhook: Webhook }> {
  const secret = await makeNew(ctx);
  return { secret, webhook: await webhookOf(ctx) };
}

export async function removeSecret(ctx: Ctx): Promise<Webhook> {
  const { projectId } = ctx.caller;
  await ctx.db.commit([writeNoWebhook(projectId), audit(ctx, "code_hosting.webhook_removed", { detail: {} })]);
  return await webhookOf(ctx);
}

/** With the secret that is there, or a new one if there is none that can be read. */
export async function createHookAt(ctx: Ctx, { repository }: { repository: string }): Promise<{ webhook: Webhook }> {
  const { projectId } = ctx.caller;
  const [repositories, stored] = await ctx.db.read(readRepositories(projectId), readStoredWebhook(projectId));
  const name = repositories.find((one) => one.toLowerCase() === repository.toLowerCase());
  if (name === undefined) throw conflict(m.code_hosting_other_repository(), { fault: "missing" });
  await asking(async () => {
    const credential = await credentialOf(ctx, projectId);
    if (!credential) throw notConnected();
    const secret = (stored && (await openSecret(ctx, projectId, stored))) ?? (await makeNew(ctx));
    await createOrUpdate(ctx, credential.token, name, secret);
  });
  await ctx.db.commit([audit(ctx, "code_hosting.webhook_created", { detail: { name } }, sql`1`)]);
  return { webhook: await webhookOf(ctx) };
}

/** https://docs.github.com/rest/repos/webhooks */
async function createOrUpdate(ctx: Ctx, token: string, repository: string, secret: string): Promise<void> {
  const url = addressOf(ctx);
  const hook = { active: true, events: WEBHOOK_EVENTS, config: { url, content_type: "json", insecure_ssl: "0", secret } };
  try {
    await askCodeHost(ctx, token, `/repos/${repository}/hooks`, { method: "POST", body: { name: "web", ...hook } });
  } catch (error) {
    // It refuses a second one with the same address.
    if (!(error instanceof CodeHostError) || error.fault !== "invalid") throw error;
    const { body } = await askCodeHost(ctx, token, `/repos/${repository}/hooks?per_page=100`);
    const known: unknown = (Array.isArray(body) ? body : []).find((one: unknown) => textOf(fieldOf(one, "config", "url")) === url);
    const id = fieldOf(known, "id");
    if (typeof id !== "number") throw error;
    await askCodeHost(ctx, token, `/repos/${repository}/hooks/${id}`, { method: "PATCH", body: hook });
  }
}
