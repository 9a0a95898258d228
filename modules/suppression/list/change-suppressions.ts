// Adds addresses to the project's list, and removes what members added.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { as, query, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { SuppressionId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { audit, stillMay } from "#modules/projects";
import type { SuppressionReason } from "../contract.ts";
import { readStored, readSuppression, removable, storedCount, writeRemoved } from "../queries.ts";
import { suppress } from "../suppress.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Repeating it adds nothing. */
export async function addSuppressions(
  ctx: Ctx,
  { reason, addresses }: { readonly reason: SuppressionReason; readonly addresses: readonly string[] },
): Promise<{ added: number }> {
  const { projectId, accountId } = ctx.caller;
  const may = stillMay(projectId, accountId, "operator");
  const { statements, jobIds, ids } = await suppress(ctx, { projectId, reason, addresses, by: accountId }, may);
  const [added] = await ctx.db.commitAndRead(
    [
      ...statements,
      audit(ctx, "suppression.added", { detail: { count: sql`CAST(${storedCount(ids)} AS TEXT)`, reason } }, sql`${storedCount(ids)} > 0`),
    ],
    readStored(ids),
  );
  if (added > 0) wakeJobs(ctx, jobIds);
  return { added };
}

/** Throws `conflict` for what a recipient or a mail server said. */
export async function removeSuppression(ctx: Ctx, id: SuppressionId): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readSuppression(projectId, id));
  if (!before) throw notFound();
  const may = sql`${stillMay(projectId, accountId, "admin")} AND ${removable(projectId, id)}`;
  const [removed] = await ctx.db.commitAndRead(
    [audit(ctx, "suppression.removed", { detail: { suppression: id, reason: before.reason } }, may), writeRemoved(projectId, id, may)],
    query(sql`SELECT changes() ${as.number("removed")}`, ([row]) => row !== undefined && row.removed > 0),
  );
  const [after] = removed ? [undefined] : await ctx.db.read(readSuppression(projectId, id));
  if (after) throw conflict(m.suppression_not_removable());
  return { ok: true };
}
