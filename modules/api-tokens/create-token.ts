// Creates an API token. Its text is in the first response only, because just its hash is stored.
import { type MemberPrincipal, sha256 } from "#kernel/auth/index.ts";
import { days } from "#kernel/clock/index.ts";
import { conflict, invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { audit } from "#modules/projects";
import { m } from "#messages";
import type { ApiToken } from "./contract.ts";
import { tokenScope } from "./extension.ts";
import { MAX_TOKENS, readApiTokenBy, writeApiToken } from "./queries.ts";
import { newTokenText } from "./token-text.ts";

interface Wanted {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly validDays: number | null;
}

export async function createToken(ctx: RequestCtx<MemberPrincipal>, wanted: Wanted): Promise<{ token: ApiToken; secret: string | null }> {
  const { projectId, accountId } = ctx.caller;
  const declared = ctx.registry.extensions.of(tokenScope).map(({ name }) => name);
  // In the declared order and each once, so that equal tokens look equal.
  const scopes = declared.filter((name) => wanted.scopes.includes(name));
  if (wanted.scopes.some((name) => !declared.includes(name)))
    throw invalidRequest([{ path: "scopes", message: m.api_tokens_unknown_scope() }]);
  const now = ctx.clock.now();
  const expiresAt = wanted.validDays === null ? null : now + days(wanted.validDays);
  const id = newId("apiToken", now);
  const secret = newTokenText();
  const { name, clientId } = wanted;
  const [token] = await ctx.db.commitAndRead(
    [
      writeApiToken({
        ...{ id, projectId, name, tokenHash: sha256(secret), hint: secret.slice(-4), scopes },
        ...{ createdBy: accountId, clientId, now, expiresAt },
      }),
      audit(ctx, "token.created", { detail: { name, scopes: JSON.stringify(scopes) } }),
    ],
    readApiTokenBy(projectId, clientId, now),
  );
  if (!token) throw conflict(m.api_tokens_too_many({ max: MAX_TOKENS }));
  if (token.id === id) return { token, secret };
  if (!isSame(token, wanted, scopes)) throw conflict(m.api_tokens_same_client_id());
  ctx.reply.status = 200;
  return { token, secret: null };
}

function isSame(token: ApiToken, { name, validDays }: Wanted, scopes: readonly string[]): boolean {
  const lasts = token.expiresAt === null ? null : Date.parse(token.expiresAt) - Date.parse(token.createdAt);
  return token.name === name && lasts === (validDays === null ? null : days(validDays)) && token.scopes.join() === scopes.join();
}
