// The token with which a project asks GitHub: given by the installation, or by a member who connected the project. The latter may expire,
// and is refreshed before it does, by one request at a time.
import { minutes, seconds } from "#kernel/clock/index.ts";
import { decrypt, DecryptionError, encrypt } from "#kernel/encryption/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import * as v from "valibot";
import { askForToken, CodeHostError } from "./client.ts";
import { readConnection, type StoredConnection, writeRefreshed, writeRefreshing } from "./queries.ts";
import { codeHostingConfig } from "./variables.ts";

export const CAPABILITY = "code-hosting";
export const tokenPlace = (projectId: ProjectId) => ({ projectId, purpose: "code-hosting/token" });
/** A token that ends sooner than this is refreshed first. */
const EARLY = minutes(5);
/** Longer than a request for a token may take. */
const REFRESH_CLAIM = seconds(30);

export const Tokens = v.object({ access: v.string(), refresh: v.nullable(v.string()) });
export type Tokens = v.InferOutput<typeof Tokens>;
/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens */
const Granted = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  refresh_token: v.optional(v.string()),
  /** Seconds. */
  expires_in: v.optional(v.number()),
});
/** Tokens of an answer, and when the access token ends; undefined for an error, which GitHub answers with status 200. */
export function tokensOf(answer: unknown, now: number): { tokens: Tokens; expiresAt: number | null } | undefined {
  const parsed = v.safeParse(Granted, answer);
  if (!parsed.success) return undefined;
  const { access_token: access, refresh_token: refresh = null, expires_in: lasts } = parsed.output;
  return { tokens: { access, refresh }, expiresAt: lasts === undefined ? null : now + seconds(lasts) };
}

export type CredentialCtx = Pick<Ctx, "db" | "config" | "clock" | "fetch">;
export interface Credential {
  readonly token: string;
  readonly from: "fixed" | "member";
}
/** Undefined: the project is not connected. Throws `CodeHostError` with `unauthorized` when what is stored can't be used any more. */
export async function credentialOf(ctx: CredentialCtx, projectId: ProjectId): Promise<Credential | undefined> {
  const fixed = codeHostingConfig(ctx.config).tokens[projectId];
  if (fixed !== undefined) return { token: fixed, from: "fixed" };
  const [stored] = await ctx.db.read(readConnection(projectId));
  if (!stored) return undefined;
  if (!stored.holds) throw new CodeHostError("withdrawn");
  const tokens = await openTokens(ctx, projectId, stored);
  const now = ctx.clock.now();
  if (stored.expiresAt === null || stored.expiresAt - EARLY > now) return { token: tokens.access, from: "member" };
  return { token: await refresh(ctx, projectId, stored, tokens), from: "member" };
}

export async function openTokens(ctx: CredentialCtx, projectId: ProjectId, { sealed }: StoredConnection): Promise<Tokens> {
  try {
    return v.parse(Tokens, JSON.parse(await decrypt(ctx.config, tokenPlace(projectId), sealed, CAPABILITY)));
  } catch (error) {
    // Encrypted with another key, or copied from another project: only connecting anew helps.
    if (error instanceof DecryptionError) throw new CodeHostError("unauthorized");
    throw error;
  }
}
export const sealTokens = (ctx: CredentialCtx, projectId: ProjectId, tokens: Tokens): Promise<string> =>
  encrypt(ctx.config, tokenPlace(projectId), JSON.stringify(tokens), CAPABILITY);

/** Gets a new access token. While somebody else does, the old one is used as long as it lasts. */
async function refresh(ctx: CredentialCtx, projectId: ProjectId, stored: StoredConnection, tokens: Tokens): Promise<string> {
  const now = ctx.clock.now();
  const { clientId, clientSecret } = codeHostingConfig(ctx.config);
  const lasts = stored.expiresAt !== null && stored.expiresAt > now;
  if (tokens.refresh === null || clientId === undefined || clientSecret === undefined) {
    if (lasts) return tokens.access;
    throw new CodeHostError("unauthorized");
  }
  const [claimed] = await ctx.db.commit([writeRefreshing(projectId, stored.sealed, now, now + REFRESH_CLAIM)]);
  if (claimed === 0) {
    if (lasts) return tokens.access;
    throw new CodeHostError("unavailable", 5);
  }
  const answer = await askForToken(ctx, {
    ...{ client_id: clientId, client_secret: clientSecret },
    ...{ grant_type: "refresh_token", refresh_token: tokens.refresh },
  });
  const granted = tokensOf(answer, now);
  // A refresh token that GitHub does not take any more: only connecting anew helps.
  if (!granted) throw new CodeHostError("unauthorized");
  const sealed = await sealTokens(ctx, projectId, granted.tokens);
  await ctx.db.commit([writeRefreshed(projectId, stored.sealed, sealed, granted.expiresAt)]);
  return granted.tokens.access;
}
