// Puts the configuration in force that was there before the last promotion.
import { notFound } from "#kernel/errors/index.ts";
import { newId, type PromotionId } from "#kernel/ids/index.ts";
import { readVersion } from "#modules/assistant";
import { writeAudit } from "#modules/projects";
import { type Ctx, presentOf, putInForce, readPresent, targetOf } from "./configuration.ts";
import type { Promotion } from "./contract.ts";
import { hasChanged, isRolling, noRollback } from "./errors.ts";
import { changesOf } from "./promote.ts";
import { isDecided, readBy, readIsRolling, readOne, writePromotion } from "./queries.ts";

/** Throws what the contract names. */
export async function rollBack(ctx: Ctx, undoes: PromotionId, clientId: string): Promise<{ promotion: Promotion }> {
  const { projectId, accountId } = ctx.caller;
  const [before, found, rolling, settings, chosen] = await ctx.db.read(
    readBy(projectId, "rollback", clientId),
    readOne({ projectId, id: undoes }),
    readIsRolling(projectId),
    ...readPresent(projectId),
  );
  if (!found) throw notFound();
  if (before) return { promotion: before.wire };
  if (rolling) throw isRolling();
  if (found.wire.kind !== "promotion" || found.wire.state !== "done") throw noRollback();
  const present = await presentOf(ctx, settings, chosen);
  if (present.hash !== found.to.hash) throw noRollback();
  const [saved] = await ctx.db.read(readVersion(projectId, found.from.version));
  const target = await targetOf(ctx, found.from, saved);
  const now = ctx.clock.now();
  const id = newId("promotion", now);
  const from = { model: present.model, version: present.version, hash: present.hash };
  const rollback = {
    ...({ id, projectId, clientId, kind: "rollback", share: 100, runId: null, comparedRunId: null, worse: 0 } as const),
    ...{ from, to: found.from, by: accountId, now },
  };
  const decided = isDecided(rollback, id);
  const changes = changesOf(from, found.from);
  const audit = { projectId, actor: ctx.caller, action: "promotion.rolled_back", changes, now };
  const [stored] = await ctx.db.commitAndRead(
    [
      writePromotion(rollback, present, undoes),
      writeAudit(audit, decided),
      ...putInForce(ctx.caller, present, target, { decision: id, now }, decided),
    ],
    readBy(projectId, "rollback", clientId),
  );
  if (!stored) throw hasChanged();
  return { promotion: stored.wire };
}
