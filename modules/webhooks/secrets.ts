// The signing secrets of a webhook, which are stored encrypted.
import type { Config } from "#kernel/config/index.ts";
import { decrypt, DecryptionError, encrypt, encryptionFault } from "#kernel/encryption/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ProjectId, WebhookId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { readWebhook, type StoredWebhook } from "./queries.ts";

const place = (projectId: ProjectId, id: WebhookId) => ({ projectId, purpose: `webhooks/secret/${id}` });

/** The refusal without a valid key, which every secret needs; undefined with one. */
export const secretFault = (config: Config): Refusal | undefined => encryptionFault(config, m.webhooks_capability());
/** Throws that refusal without a valid key; for a webhook that there is not, that it is not found. */
export async function refuseWithoutKey(ctx: RequestCtx<MemberPrincipal>, id: WebhookId): Promise<void> {
  const fault = secretFault(ctx.config);
  if (!fault) return;
  const [known] = await ctx.db.read(readWebhook(ctx.caller.projectId, id));
  throw known ? fault : notFound();
}
export const encryptSecret = (config: Config, projectId: ProjectId, id: WebhookId, secret: string): Promise<string> =>
  encrypt(config, place(projectId, id), secret, m.webhooks_capability());

/** The secrets that sign now, the newest first; undefined if they cannot be read with the key of today. */
export async function secretsOf(
  config: Config,
  { projectId, id, secret, previousSecret, previousUntil }: StoredWebhook,
  now: number,
): Promise<string[] | undefined> {
  const stored = [secret, ...(previousSecret !== null && (previousUntil ?? 0) > now ? [previousSecret] : [])];
  try {
    return await Promise.all(stored.map((text) => decrypt(config, place(projectId, id), text, m.webhooks_capability())));
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof Refusal) return undefined;
    throw error;
  }
}
