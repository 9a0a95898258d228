// Ends tokens at GitHub that nothing here needs any more: of a project that was disconnected, connected anew, or deleted.
import { sql, type SQL } from "#kernel/db/index.ts";
import { idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs } from "#kernel/jobs/index.ts";
import * as v from "valibot";
import { askCodeHost, CodeHostError, type ClientCtx } from "./client.ts";
import { openTokens } from "./credential.ts";
import { hasConnection, readConnection, writeDisconnected } from "./queries.ts";
import { codeHostingConfig } from "./variables.ts";

/**
 * Revokes one token; false: GitHub could not be asked, or refused. The token and not the whole authorization, which would also end the tokens
 * of other projects that the same account connected: https://docs.github.com/rest/apps/oauth-applications#delete-an-app-token
 */
export async function revokeToken(ctx: ClientCtx, token: string): Promise<boolean> {
  const { clientId, clientSecret } = codeHostingConfig(ctx.config);
  try {
    await askCodeHost(ctx, undefined, `/applications/${encodeURIComponent(clientId ?? "")}/token`, {
      method: "DELETE",
      body: { access_token: token },
      authorization: `Basic ${btoa(`${clientId ?? ""}:${clientSecret ?? ""}`)}`,
    });
    return true;
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    // It knows the token no longer: it was revoked there before.
    return error.fault === "missing" || error.fault === "invalid";
  }
}

/** Attempts at reaching GitHub, over some minutes, before the token is forgotten as it is. */
const MAX_ATTEMPTS = 5;
const revocation = job("code-hosting.revoke", v.strictObject({ projectId: idOf("project") }));
/** Revokes the token of a deleted project, then forgets it. */
export const revocationJob = handle(revocation, async (ctx, { projectId }, { attempts }) => {
  const [stored] = await ctx.db.read(readConnection(projectId));
  if (!stored) return;
  // One that can no longer be decrypted can't be revoked either.
  const tokens = await openTokens(ctx, projectId, stored).catch((error: unknown) => {
    if (error instanceof CodeHostError) return undefined;
    throw error;
  });
  if (tokens && !(await revokeToken(ctx, tokens.access)) && attempts < MAX_ATTEMPTS) throw new Error("the token is not revoked yet");
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
