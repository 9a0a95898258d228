// Who a project's outreach comes from: stored, changed, and whether it is complete.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { audit, changesBetween, stillMay } from "#modules/projects";
import type { IdentityGap, OutreachIdentity } from "../contract.ts";
import { readIdentity, readTakesMail, type StoredIdentity, takesMail, writeIdentity } from "../queries.ts";

/** The identity, or what is missing before the project may send outreach. */
export type OutreachSender =
  | { readonly identity: OutreachIdentity; readonly missing: null }
  | { readonly identity: null; readonly missing: readonly IdentityGap[] };

const gapsOf = ({ identity, proved }: StoredIdentity): IdentityGap[] =>
  identity === null ? ["identity"] : proved ? [] : ["reply_address_unverified"];

/** Nothing may be sent without it. An address that the project has lost since counts as missing. */
export async function outreachIdentity(ctx: Pick<Ctx, "db">, projectId: ProjectId): Promise<OutreachSender> {
  const [stored] = await ctx.db.read(readIdentity(projectId));
  const missing = gapsOf(stored);
  return stored.identity !== null && missing.length === 0 ? { identity: stored.identity, missing: null } : { identity: null, missing };
}

interface Shown {
  readonly identity: OutreachIdentity | null;
  readonly missing: IdentityGap[];
}
export async function showIdentity(ctx: RequestCtx<MemberPrincipal>): Promise<Shown> {
  const [stored] = await ctx.db.read(readIdentity(ctx.caller.projectId));
  return { identity: stored.identity, missing: gapsOf(stored) };
}

/** Throws `invalid_request` for a reply address that the project does not hold, or at which no mail arrives. */
export async function saveIdentity(ctx: RequestCtx<MemberPrincipal>, identity: OutreachIdentity): Promise<Shown> {
  const { projectId, accountId } = ctx.caller;
  const may = stillMay(projectId, accountId, "admin");
  const now = ctx.clock.now();
  const when = sql`${may} AND ${takesMail(projectId, identity.replyAddress)}`;
  const [before] = await ctx.db.read(readIdentity(projectId));
  const [stored, takes] = await ctx.db.commitAndRead(
    [
      writeIdentity(projectId, identity, accountId, now, when),
      audit(ctx, "outreach_identity.changed", { changes: changesBetween({ ...before.identity }, { ...identity }) }),
    ],
    readIdentity(projectId),
    readTakesMail(projectId, identity.replyAddress),
  );
  if (!takes) throw invalidRequest([{ path: "replyAddress", message: m.suppression_reply_address() }]);
  // The member was removed meanwhile.
  if (stored.identity === null) throw notFound();
  return { identity: stored.identity, missing: gapsOf(stored) };
}
