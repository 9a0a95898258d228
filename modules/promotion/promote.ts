// Promotes what a run tried, at once or for a share of new conversations, raises that share, and stops a roll-out.
import { notFound } from "#kernel/errors/index.ts";
import { type EvaluationRunId, newId, type PromotionId } from "#kernel/ids/index.ts";
import { readVersion } from "#modules/assistant";
import { readResultsOf, readRun } from "#modules/evaluation";
import { SYNTHETIC } from "#modules/evaluation/contract";
import { writeAudit } from "#modules/projects";
import { type Ctx, presentOf, putInForce, readPresent, targetOf } from "./configuration.ts";
import type { Promotion } from "./contract.ts";
import {
  hasChanged,
  isInForce,
  isRolling,
  isSynthetic,
  nothingInCommon,
  notPresent,
  notRaised,
  otherSet,
  runNotDone,
  worseDiffers,
} from "./errors.ts";
import { isDecided, readBy, readIsRolling, readOne, type Stored, writePromotion, writeShare, writeStopped } from "./queries.ts";

interface Wanted {
  readonly clientId: string;
  readonly runId: EvaluationRunId;
  readonly comparedRunId: EvaluationRunId;
  readonly worse: number;
  readonly share: number;
}
const perCent = (share: number): string => `${share} %`;
const changed = (field: string, from: string | null, to: string) => ({ field, from, to });
/** What the audit log says about both configurations. */
export const changesOf = (from: Stored, to: Stored) => [
  changed("model", from.model, to.model),
  changed("version", String(from.version), String(to.version)),
];

/** Throws what the contract names. */
export async function promote(ctx: Ctx, wanted: Wanted): Promise<{ promotion: Promotion }> {
  const { projectId, accountId } = ctx.caller;
  const { clientId, runId, comparedRunId, worse, share } = wanted;
  const [before, run, compared, results, earlier, rolling, settings, chosen] = await ctx.db.read(
    readBy(projectId, "promotion", clientId),
    readRun({ projectId, id: runId }),
    readRun({ projectId, id: comparedRunId }),
    readResultsOf({ projectId, id: runId }),
    readResultsOf({ projectId, id: comparedRunId }),
    readIsRolling(projectId),
    ...readPresent(projectId),
  );
  if (before) return { promotion: before.wire };
  if (!run || !compared) throw notFound();
  if (run.state !== "done" || compared.state !== "done") throw runNotDone();
  if (run.setId !== compared.setId) throw otherSet();
  if (run.model === SYNTHETIC) throw isSynthetic();
  const present = await presentOf(ctx, settings, chosen);
  if (compared.configHash !== present.hash) throw notPresent();
  if (run.configHash === present.hash) throw isInForce();
  const common = [...results].filter(([question]) => earlier.has(question));
  if (common.length === 0) throw nothingInCommon();
  if (common.filter(([question, passed]) => !passed && earlier.get(question) === true).length !== worse) throw worseDiffers();
  if (rolling) throw isRolling();
  const [saved] = await ctx.db.read(readVersion(projectId, run.guidanceVersion));
  const to = { model: run.model, version: run.guidanceVersion, hash: run.configHash };
  const target = await targetOf(ctx, to, saved);
  const now = ctx.clock.now();
  const id = newId("promotion", now);
  const from = { model: present.model, version: present.version, hash: present.hash };
  const promotion = {
    id,
    projectId,
    clientId,
    kind: "promotion",
    share,
    runId,
    comparedRunId,
    worse,
    from,
    to,
    by: accountId,
    now,
  } as const;
  const decided = isDecided(promotion, id);
  const changes = [...changesOf(from, to), changed("share", null, perCent(share))];
  const audit = { projectId, actor: ctx.caller, action: "promotion.promoted", changes, now };
  const [stored] = await ctx.db.commitAndRead(
    [
      writePromotion(promotion, present),
      writeAudit(audit, decided),
      ...(share < 100 ? [] : putInForce(ctx.caller, present, target, { decision: id, now }, decided)),
    ],
    readBy(projectId, "promotion", clientId),
  );
  if (!stored) throw hasChanged();
  return { promotion: stored.wire };
}

/** Throws what the contract names. */
export async function raiseShare(ctx: Ctx, id: PromotionId, share: number): Promise<{ promotion: Promotion }> {
  const { projectId, accountId } = ctx.caller;
  const key = { projectId, id };
  const [found, settings, chosen] = await ctx.db.read(readOne(key), ...readPresent(projectId));
  if (!found) throw notFound();
  if (found.wire.share === share && found.wire.state !== "stopped") return { promotion: found.wire };
  if (found.wire.state !== "rolling") throw hasChanged();
  if (found.wire.share > share) throw notRaised();
  const present = await presentOf(ctx, settings, chosen);
  if (present.hash !== found.from.hash) throw hasChanged();
  const [saved] = await ctx.db.read(readVersion(projectId, found.to.version));
  const target = await targetOf(ctx, found.to, saved);
  const now = ctx.clock.now();
  const decision = newId("promotion", now);
  const decided = isDecided(key, decision);
  const changes = [changed("share", perCent(found.wire.share), perCent(share))];
  const audit = { projectId, actor: ctx.caller, action: "promotion.share_raised", changes, now };
  const [after] = await ctx.db.commitAndRead(
    [
      writeShare(key, share, present, { decision, by: accountId, now }),
      writeAudit(audit, decided),
      ...(share < 100 ? [] : putInForce(ctx.caller, present, target, { decision, now }, decided)),
    ],
    readOne(key),
  );
  if (after?.wire.share !== share || after.wire.state === "stopped") throw hasChanged();
  return { promotion: after.wire };
}

/** Throws what the contract names. */
export async function stopRollout(ctx: Ctx, id: PromotionId): Promise<{ promotion: Promotion }> {
  const { projectId, accountId } = ctx.caller;
  const key = { projectId, id };
  const now = ctx.clock.now();
  const [found] = await ctx.db.read(readOne(key));
  if (!found) throw notFound();
  const decision = newId("promotion", now);
  const changes = [changed("share", perCent(found.wire.share), perCent(0))];
  const audit = { projectId, actor: ctx.caller, action: "promotion.stopped", changes, now };
  const [after] = await ctx.db.commitAndRead(
    [writeStopped(key, { decision, by: accountId, now }), writeAudit(audit, isDecided(key, decision))],
    readOne(key),
  );
  if (after?.wire.state !== "stopped") throw hasChanged();
  return { promotion: after.wire };
}
