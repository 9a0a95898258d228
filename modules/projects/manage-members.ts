// Changes roles, removes members, leaves a project. A project keeps at least one owner, and only owners change owners.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { audit } from "./audit.ts";
import type { Role } from "./contract.ts";
import { lastOwner, onlyOwners } from "./errors.ts";
import { membershipLost, teamChange } from "./extension.ts";
import { isMember, readMember, roleMayChange, roleOf, writeRemoveMember, writeRole } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function changeRole(ctx: Ctx, accountId: AccountId, role: Role) {
  const { caller } = ctx;
  const [before] = await ctx.db.read(readMember(caller.projectId, accountId));
  if (!before) throw notFound();
  if (caller.role !== "owner" && (role === "owner" || before.role === "owner")) throw onlyOwners();
  const [, changed] = await ctx.db.commit([
    audit(
      ctx,
      "member.role_changed",
      { detail: { member: accountId, role }, changes: [{ field: "role", from: roleOf(caller.projectId, accountId), to: role }] },
      roleMayChange(caller.projectId, accountId, role, caller.accountId),
    ),
    writeRole(caller.projectId, accountId, role, caller.accountId),
  ]);
  if (changed === 0) throw lastOwner();
  return { member: { ...before, role } };
}

/** Removes a member, or leaves when it is the caller. Their sockets close at once. */
export async function removeMember(ctx: Ctx, accountId: AccountId): Promise<{ ok: true }> {
  const { caller } = ctx;
  const [before] = await ctx.db.read(readMember(caller.projectId, accountId));
  if (!before) throw notFound();
  if (accountId !== caller.accountId && caller.role !== "owner" && before.role === "owner") throw onlyOwners();
  const now = ctx.clock.now();
  const gone = sql`NOT ${isMember(caller.projectId, accountId)}`;
  const [removed] = await ctx.db.commit([
    writeRemoveMember(caller.projectId, accountId, caller.accountId),
    audit(ctx, accountId === caller.accountId ? "member.left" : "member.removed", { detail: { member: accountId } }),
    ...ctx.registry.extensions.of(teamChange).flatMap((o) => [...o.statements(caller.projectId, gone, now, ctx.registry.extensions)]),
  ]);
  if (removed === 0) throw lastOwner();
  for (const tell of ctx.registry.extensions.of(membershipLost)) await tell(ctx, { projectId: caller.projectId, accountId });
  return { ok: true };
}
