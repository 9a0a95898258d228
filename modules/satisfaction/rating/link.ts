// The link by which the recipient of a question answers it: names project and request, says until when it works, and is signed with a key of
// the installation.
import { equalTexts, keyFor, mac } from "#kernel/auth/index.ts";
import { isId, type ProjectId, type SatisfactionRequestId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";

type InstallationCtx = Pick<Ctx, "env" | "db">;
/** Characters of the signature: 132 bits. */
const LENGTH = 22;

interface LinkClaims {
  readonly projectId: ProjectId;
  readonly id: SatisfactionRequestId;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
const signatureOf = async ({ env, db }: InstallationCtx, { projectId, id, expiresAt }: LinkClaims): Promise<string> =>
  (await mac(await keyFor(env, db, "rating-links"), `v1/${projectId}/${id}/${expiresAt}`)).slice(0, LENGTH);

export async function linkToken(ctx: InstallationCtx, claims: LinkClaims): Promise<string> {
  return [claims.projectId, claims.id, claims.expiresAt.toString(36), await signatureOf(ctx, claims)].join(".");
}
/** Undefined for anything that this installation has not signed. Asks no table of the project; whether it has expired is left to the caller. */
export async function claimsOf(ctx: InstallationCtx, token: string): Promise<LinkClaims | undefined> {
  const [projectId = "", id = "", until = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || !isId("project", projectId) || !isId("satisfactionRequest", id) || !/^[a-z0-9]{1,12}$/.test(until))
    return undefined;
  const claims = { projectId: projectId as ProjectId, id: id as SatisfactionRequestId, expiresAt: Number.parseInt(until, 36) };
  return equalTexts(await signatureOf(ctx, claims), signature) ? claims : undefined;
}
