// Connects a project with an account at GitHub by OAuth (RFC 6749, with PKCE of RFC 7636), and takes that back.
import type { AccountPrincipal, MemberPrincipal } from "#kernel/auth/index.ts";
import { bytesToBase64url, randomToken, sha256 } from "#kernel/auth/crypto.ts";
import { iso, minutes } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { decrypt, DecryptionError, encrypt, encryptionFault } from "#kernel/encryption/index.ts";
import { conflict, misconfigured, notConfigured } from "#kernel/errors/index.ts";
import { html, pageResponse, type RequestCtx } from "#kernel/http/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { textOf, fieldOf } from "#kernel/http/service-response.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { writeAudit, audit } from "#modules/projects";
import { askCodeHost, askForToken, CodeHostError } from "./client.ts";
import { type CodeHosting, finishConnecting } from "./contract.ts";
import { CAPABILITY, credentialOf, sealTokens, tokensOf } from "./credential.ts";
import { asking, notConnected } from "./errors.ts";
import { connectedAgain, repositoryFollower } from "./extension.ts";
import {
  isConnectedBy,
  readAttempt,
  readConnection,
  readChosen,
  readLocale,
  writeAttempt,
  writeAttemptUsed,
  writeConnection,
  writeDisconnected,
  writeDueAgain,
} from "./queries.ts";
import { revokeToken, tokenToRevoke } from "./revoke.ts";
import { codeHostingConfig, missingForConnecting } from "./variables.ts";

/** Longer than a person takes who has to sign in there first; GitHub's own code ends after ten minutes. */
const ATTEMPT_LASTS = minutes(15);
/** Reading and writing issues, also in private repositories. GitHub Apps ignore it: their permissions are their own. */
const SCOPE = "repo";
const MAX_LOGIN = 100;
/** GitHub's are of 20 characters. */
const MAX_CODE = 500;
const verifierPlace = (projectId: ProjectId) => ({ projectId, purpose: "code-hosting/verifier" });

export async function codeHostingOf(ctx: RequestCtx<MemberPrincipal>): Promise<CodeHosting> {
  const { projectId } = ctx.caller;
  const { tokens, web } = codeHostingConfig(ctx.config);
  const [stored, repositories, locale] = await ctx.db.read(readConnection(projectId), readChosen(projectId), readLocale(projectId));
  const isFixed = tokens[projectId] !== undefined;
  return {
    connection: isFixed ? "fixed" : stored ? "member" : null,
    login: isFixed ? null : (stored?.login ?? null),
    connectedAt: isFixed || !stored ? null : iso(stored.connectedAt),
    missing: isFixed ? [] : missingForConnecting(ctx.config),
    repositories: repositories.map(({ name }) => name),
    deleted: repositories.flatMap(({ name, isDeleted }) => (isDeleted ? [name] : [])),
    ...{ web, locale },
  };
}

const callbackOf = (ctx: Pick<RequestCtx, "config" | "url">): string =>
  `${ctx.config.appOrigin ?? ctx.url.origin}${pathOf(finishConnecting)}`;

/** The address at GitHub at which the person agrees. The state belongs to this session and project, and counts once. */
export async function beginConnecting(ctx: RequestCtx<MemberPrincipal>): Promise<{ url: string }> {
  const { projectId, accountId, sessionId } = ctx.caller;
  const { clientId, clientSecret, tokens, web, malformed } = codeHostingConfig(ctx.config);
  if (tokens[projectId] !== undefined) throw conflict(m.code_hosting_is_fixed());
  if (malformed.length > 0) throw misconfigured([...malformed]);
  const fault = encryptionFault(ctx.config, CAPABILITY);
  if (clientId === undefined || clientSecret === undefined) {
    const missing = missingForConnecting(ctx.config);
    throw notConfigured(CAPABILITY, missing, m.code_hosting_not_configured({ variables: missing.join(", ") }));
  }
  if (fault) throw fault;
  const [state, verifier] = [randomToken(), randomToken()];
  const challenge = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const sealedVerifier = await encrypt(ctx.config, verifierPlace(projectId), verifier, CAPABILITY);
  const expiresAt = ctx.clock.now() + ATTEMPT_LASTS;
  await ctx.db.commit([writeAttempt(sha256(state), { projectId, accountId, sessionId, sealedVerifier, expiresAt })]);
  const url = new URL(`${web}/login/oauth/authorize`);
  url.search = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: callbackOf(ctx), scope: SCOPE, state },
    ...{ code_challenge: bytesToBase64url(challenge), code_challenge_method: "S256" },
  }).toString();
  return { url: url.href };
}

const settings = (projectId: ProjectId, outcome: string): Response => {
  const path = `/projects/${projectId}/settings/code-hosting?outcome=${outcome}`;
  return new Response(null, { status: 303, headers: { location: path } });
};

/** For a person whom GitHub has sent back and who is signed out by then: the attempt belongs to the session that began it, so it can't go on. */
export const signedOutPage = (): Response =>
  pageResponse({
    title: m.code_hosting_signed_out_title(),
    status: 401,
    body: html`<h1>${m.code_hosting_signed_out_title()}</h1>
      <p>${m.code_hosting_signed_out_body()}</p>
      <a class="button" href="/login">${m.code_hosting_signed_out_sign_in()}</a>`,
  });

/** GitHub has sent the person back. */
export async function endConnecting(
  ctx: RequestCtx<AccountPrincipal>,
  { state, code, error }: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<Response> {
  const { accountId, sessionId } = ctx.caller;
  const now = ctx.clock.now();
  const stateHash = sha256(state);
  const [attempt] = await ctx.db.read(readAttempt(stateHash, accountId, sessionId, now));
  // Deleting it decides: of two that come with the same state, one connects.
  const [used] = attempt ? await ctx.db.commit([writeAttemptUsed(stateHash)]) : [0];
  if (!attempt || used === 0)
    return pageResponse({
      title: m.code_hosting_state_title(),
      status: 400,
      body: html`<h1>${m.code_hosting_state_title()}</h1>
        <p>${m.code_hosting_state_body()}</p>
        <a class="button" href="/projects">${m.code_hosting_state_back()}</a>`,
    });
  const { projectId } = attempt;
  if (code === undefined || code.length > MAX_CODE) return settings(projectId, error === "access_denied" ? "denied" : "refused");
  try {
    const verifier = await decrypt(ctx.config, verifierPlace(projectId), attempt.sealedVerifier, CAPABILITY);
    const { clientId = "", clientSecret = "" } = codeHostingConfig(ctx.config);
    const answer = await askForToken(ctx, {
      ...{ client_id: clientId, client_secret: clientSecret, code },
      ...{ redirect_uri: callbackOf(ctx), code_verifier: verifier },
    });
    const granted = tokensOf(answer, now);
    if (!granted) {
      ctx.log.info("the code host gave no token", { why: textOf(fieldOf(answer, "error"))?.slice(0, 60) ?? "unknown" });
      return settings(projectId, "refused");
    }
    const login = await loginOf(ctx, granted.tokens.access);
    const sealed = await sealTokens(ctx, projectId, granted.tokens);
    const before = await tokenOf(ctx, projectId);
    const [connected] = await ctx.db.commit([
      writeConnection(projectId, { sealed, login, expiresAt: granted.expiresAt, by: accountId, now }),
      writeAudit({ projectId, actor: ctx.caller, action: "code_hosting.connected", detail: { name: login }, now }, sql`changes() > 0`),
      writeDueAgain(projectId, now, sql`changes() > 0`),
      ...ctx.registry.extensions.of(connectedAgain).map((write) => write(projectId, now, isConnectedBy(projectId, accountId, now))),
    ]);
    // The one that is not used from now on.
    const unused = connected === 0 ? granted.tokens.access : before;
    if (unused !== undefined && (connected === 0 || unused !== granted.tokens.access)) await revokeToken(ctx, unused);
    return settings(projectId, connected === 0 ? "no_admin" : "connected");
  } catch (cause) {
    if (cause instanceof CodeHostError) return settings(projectId, cause.fault === "unavailable" ? "unavailable" : "refused");
    if (cause instanceof DecryptionError) return settings(projectId, "refused");
    throw cause;
  }
}

/** The token of the connection; undefined: there is none, or it can't be decrypted. */
async function tokenOf(ctx: RequestCtx, projectId: ProjectId): Promise<string | undefined> {
  const [stored] = await ctx.db.read(readConnection(projectId));
  return stored && (await tokenToRevoke(ctx, projectId, stored));
}

async function loginOf(ctx: RequestCtx, token: string): Promise<string> {
  const { body } = await askCodeHost(ctx, token, "/user");
  const login = textOf(fieldOf(body, "login"));
  if (login === undefined) throw new CodeHostError("unavailable");
  return login.toWellFormed().slice(0, MAX_LOGIN);
}

/** Whose token it is, as GitHub says at this moment. */
export async function checkConnection(ctx: RequestCtx<MemberPrincipal>): Promise<{ login: string; scopes: string | null }> {
  return await asking(async () => {
    const credential = await credentialOf(ctx, ctx.caller.projectId);
    if (!credential) throw notConnected();
    const { body, scopes } = await askCodeHost(ctx, credential.token, "/user");
    const login = textOf(fieldOf(body, "login"));
    if (login === undefined) throw new CodeHostError("unavailable");
    return { login: login.slice(0, MAX_LOGIN), scopes };
  });
}

/** Forgets the tokens, then revokes them at GitHub. */
export async function disconnect(ctx: RequestCtx<MemberPrincipal>): Promise<{ revoked: boolean }> {
  const { projectId } = ctx.caller;
  const [stored] = await ctx.db.read(readConnection(projectId));
  if (!stored) return { revoked: true };
  await ctx.db.commit([
    writeDisconnected(projectId),
    audit(ctx, "code_hosting.disconnected", { detail: { name: stored.login } }),
    ...ctx.registry.extensions.of(repositoryFollower).flatMap(({ left }) => left(projectId, undefined, ctx.clock.now())),
  ]);
  const token = await tokenToRevoke(ctx, projectId, stored);
  return { revoked: token !== undefined && (await revokeToken(ctx, token)) };
}
