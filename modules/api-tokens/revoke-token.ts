// Revokes an API token: its next request is refused.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ApiTokenId } from "#kernel/ids/index.ts";
import { audit } from "#modules/projects";
import { tokenValue, writeRevokeToken } from "./queries.ts";

export async function revokeToken(ctx: RequestCtx<MemberPrincipal>, id: ApiTokenId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const detail = { name: tokenValue(projectId, id, "name"), scopes: tokenValue(projectId, id, "scopes") };
  const [, revoked] = await ctx.db.commit([
    audit(ctx, "token.revoked", { detail }, sql`${detail.name} IS NOT NULL`),
    writeRevokeToken(projectId, id),
  ]);
  if (revoked === 0) throw notFound();
  return { ok: true };
}
