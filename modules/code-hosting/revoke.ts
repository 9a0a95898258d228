// Ends tokens at GitHub that nothing here needs any more: of a project that was disconnected, connected anew, or deleted.
import { sql, type SQL } from "#kernel/db/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import * as v from "valibot";
import { askCodeHost, CodeHostError, type ClientCtx } from "./client.ts";
import { type CredentialCtx, openTokens } from "./credential.ts";
import { hasConnection, readConnection, type StoredConnection, writeDisconnected } from "./queries.ts";
import { codeHostingConfig } from "./variables.ts";

/**
 * Revokes one token; false: it may still be valid, because GitHub could not be asked, or refused. The token and not the whole authorization,
 * which would also end the tokens of other projects that the same account connected:
 * https://docs.github.com/rest/apps/oauth-applications#delete-an-app-token
 */
export async function revokeToken(ctx: ClientCtx, token: string): Promise<boolean> {
  const { clientId, clientSecret } = codeHostingConfig(ctx.config);
  if (clientId === undefined || clientSecret === undefined) return false;
  try {
    await askCodeHost(ctx, undefined, `/applications/${encodeURIComponent(clientId)}/token`, {
      method: "DELETE",
      body: { access_token: token },
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    });
    return true;
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    // GitHub says the same of a token that has ended and of one that it gave to another application, which is still valid.
    return (error.fault === "missing" || error.fault === "invalid") && (await hasEnded(ctx, token));
  }
}

async function hasEnded(ctx: ClientCtx, token: string): Promise<boolean> {
  try {
    await askCodeHost(ctx, token, "/user");
    return false;
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    return error.fault === "unauthorized";
  }
}

/** The token of a connection; undefined for one that cannot be decrypted, also because the key is missing, so that it can only be forgotten. */
export async function tokenToRevoke(ctx: CredentialCtx, projectId: ProjectId, stored: StoredConnection): Promise<string | undefined> {
  try {
    return (await openTokens(ctx, projectId, stored)).access;
  } catch (error) {
    if (error instanceof CodeHostError || error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Attempts at reaching GitHub, over some minutes, before the token is forgotten as it is. */
const MAX_ATTEMPTS = 5;
const revocation = job("code-hosting.revoke", v.strictObject({ projectId: idOf("project") }));
/** Revokes the token of a deleted project, then forgets it. */
export const revocationJob = handle(revocation, async (ctx, { projectId }, { attempts }) => {
  const [stored] = await ctx.db.read(readConnection(projectId));
  if (!stored) return;
  const token = await tokenToRevoke(ctx, projectId, stored);
  if (token !== undefined && !(await revokeToken(ctx, token)) && attempts < MAX_ATTEMPTS) throw new Error("the token is not revoked yet");
  await ctx.db.commit([writeDisconnected(projectId)]);
});
/** Statement of the batch that deletes a project: its token outlives it until GitHub has ended it. */
export const writeRevocation = (projectId: ProjectId, when: SQL, now: number): SQL =>
  writeJobs(
    [
      {
        ...{ id: newId("job", now), kind: revocation.kind, key: `code-hosting.revoke:${projectId}`, payload: { projectId } },
        ...{ projectId: null, dueAt: now },
      },
    ],
    now,
    sql`${when} AND ${hasConnection(projectId)}`,
  );
