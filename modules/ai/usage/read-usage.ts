// The day's usage: of a project for its members, and of all projects for the installation's first owner.
import type { AccountPrincipal, MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { forbidden } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { ceilingCounters } from "../calls/run-model.ts";
import type { AiUsage, Ceiling, InstallationUsage } from "../contract.ts";
import { PRICES_FROM } from "../prices/price-of.ts";
import { readCounts, readInstallationSum, readInstallationUsage, readSpending, readUsage } from "../queries.ts";
import { ceilingState, dayOf, nextDay } from "../rules.ts";
import { ceilingsOf } from "../variables.ts";

const usd = (cost: number): number => cost / 1e6;
const ceilingOf = (used: number, ceiling: number): Ceiling => ({ used, ceiling, state: ceilingState(used, ceiling) });

/** Fails with `misconfigured` while `AI_DAILY_CEILINGS` is not valid. */
export async function projectUsage(ctx: RequestCtx<MemberPrincipal>): Promise<AiUsage> {
  const { projectId } = ctx.caller;
  const [now, ceilings] = [ctx.clock.now(), ceilingsOf(ctx.config)];
  const day = dayOf(now);
  const counters = [
    ...ceilingCounters(ctx.config, projectId, "replies", now).slice(0, 1),
    ...ceilingCounters(ctx.config, projectId, "contextRuns", now),
  ];
  const [rows, spending, [replies = 0, contextRuns = 0]] = await ctx.db.read(
    readUsage(projectId, day),
    readSpending([projectId], day),
    readCounts(counters),
  );
  return {
    day,
    resetsAt: iso(nextDay(now)),
    spend: ceilingOf(usd(spending.get(projectId) ?? 0), ceilings.spendUsdPerProject),
    replies: ceilingOf(replies, ceilings.repliesPerProject),
    contextRuns: ceilingOf(contextRuns, ceilings.contextRunsPerProject),
    items: rows.map(({ purpose, provider, model, calls, failed, input, output, cost, estimated }) => ({
      purpose,
      provider,
      model,
      calls,
      failed,
      inputTokens: input,
      outputTokens: output,
      costUsd: usd(cost),
      estimated,
    })),
    pricesFrom: PRICES_FROM,
  };
}

export async function installationUsage(ctx: RequestCtx<AccountPrincipal>): Promise<InstallationUsage> {
  if (!ctx.caller.isFirstOwner) throw forbidden(m.ai_only_first_owner());
  const [now, ceilings] = [ctx.clock.now(), ceilingsOf(ctx.config)];
  const day = dayOf(now);
  const [items, sum, [replies = 0]] = await ctx.db.read(
    readInstallationUsage(day),
    readInstallationSum(day),
    readCounts([{ key: "repliesPerInstallation:all", window: nextDay(now) - 86_400_000 }]),
  );
  return {
    day,
    resetsAt: iso(nextDay(now)),
    spentUsd: usd(sum.cost),
    calls: sum.calls,
    replies: ceilingOf(replies, ceilings.repliesPerInstallation),
    projects: sum.projects,
    ceilingUsd: ceilings.spendUsdPerProject,
    items: items.map(({ projectId, name, calls, cost, estimated }) => ({
      projectId,
      name,
      calls,
      costUsd: usd(cost),
      estimated,
      state: ceilingState(usd(cost), ceilings.spendUsdPerProject),
    })),
  };
}
