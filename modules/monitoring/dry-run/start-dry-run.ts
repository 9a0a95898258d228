// Starts a dry run for the price that was agreed to.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { aiUnavailable } from "#modules/ai";
import type { DryRun, Price } from "../contract.ts";
import { isAt, readRunBy, type Run, shownRun, writeItems, writeOldestDeleted, writeRun } from "../dry-queries.ts";
import { plan, type Wanted } from "./plan.ts";
import { dryJobOf } from "./run-dry.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export const estimateDryRun = async (ctx: Ctx, wanted: Wanted): Promise<Price> => (await plan(ctx, wanted)).price;

export async function startDryRun(
  ctx: Ctx,
  { clientId, atMostUsd, ...wanted }: Wanted & { clientId: string; atMostUsd: number },
): Promise<{ run: DryRun }> {
  const { projectId, accountId } = ctx.caller;
  const [earlier] = await ctx.db.read(readRunBy(projectId, clientId));
  if (earlier) return repeated(ctx, earlier, wanted);
  const { rules, choice, conversations, from, until, atMost, price } = await plan(ctx, wanted);
  const now = ctx.clock.now();
  if (price.spentUsd >= price.ceilingUsd) throw aiUnavailable(now);
  // A millionth is the smallest part that is counted.
  if (atMost > Math.round(atMostUsd * 1e6)) throw conflict(m.monitoring_dry_dearer());
  const run: Run = {
    ...{ id: newId("dryRun", now), clientId, state: "running", why: null, turn: 1, rules, choice, from, until },
    ...{ total: conversations.length, judged: 0, failed: 0, cost: 0, atMost, createdAt: now },
  };
  const begun = isAt(projectId, run.id, "running", 1);
  const job = dryJobOf({ projectId, runId: run.id, turn: 1 }, now);
  const [stored] = await ctx.db.commitAndRead(
    [
      writeRun(projectId, run, accountId),
      writeItems(projectId, run.id, conversations, begun),
      writeJobs([job], now, begun),
      ...writeOldestDeleted(projectId, begun),
    ],
    readRunBy(projectId, clientId),
  );
  if (!stored) throw conflict(m.monitoring_dry_another());
  if (stored.id !== run.id) return repeated(ctx, stored, wanted);
  wakeJobs({ ...ctx, caller: { kind: "anonymous" } }, [job.id]);
  return { run: shownRun(stored) };
}

function repeated(ctx: Ctx, run: Run, { ruleIds, from, until }: Wanted): { run: DryRun } {
  const same =
    run.from === Date.parse(from) &&
    run.until === Date.parse(until) &&
    run.rules.every(({ id }) => (ruleIds as readonly string[]).includes(id));
  if (!same) throw conflict(m.monitoring_same_client_id());
  ctx.reply.status = 200;
  return { run: shownRun(run) };
}
