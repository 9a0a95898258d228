// Reads the rules, why they do nothing if so, and what judging costs.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { ceilingsOf, chosenModel, dayOf, micros, type ModelChoice, readSpending } from "#modules/ai";
import type { MonitoringState, Rule } from "./contract.ts";
import { readRules } from "./rule-queries.ts";
import { needsModel } from "./rules.ts";
import { priceOf } from "./watch/judge.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** Characters of a usual message, for the price that the settings show. */
const USUAL = 400;

export async function readState(ctx: Ctx): Promise<MonitoringState> {
  const { projectId } = ctx.caller;
  const day = dayOf(ctx.clock.now());
  const [rules, spending] = await ctx.db.read(readRules(projectId), readSpending([projectId], day));
  const choice = await choiceOrRefusal(ctx);
  if (choice instanceof Refusal) return { rules, problem: problemOf(choice), cost: null };
  const isSpent = (spending.get(projectId) ?? 0) >= micros(ceilingsOf(ctx.config).spendUsdPerProject);
  const problem = isSpent ? { code: "ai_unavailable" as const, sentence: m.monitoring_ceiling_reached(), missing: [] } : null;
  return { rules, problem, cost: costOf(ctx, choice, rules) };
}

async function choiceOrRefusal(ctx: Ctx): Promise<ModelChoice | Refusal> {
  try {
    return await chosenModel(ctx, ctx.caller.projectId, "assist");
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_configured") return error;
    throw error;
  }
}
const problemOf = ({ message, details }: Refusal): MonitoringState["problem"] => ({
  code: "not_configured",
  sentence: message,
  missing: (details as { variables?: string[] }).variables ?? [],
});

function costOf(ctx: Ctx, choice: ModelChoice, rules: readonly Rule[]): MonitoringState["cost"] {
  const judged = rules.filter((rule) => rule.enabled && needsModel(rule));
  if (judged.length === 0) return null;
  const { about, source } = priceOf(ctx, choice, judged, USUAL);
  return { provider: choice.provider, model: choice.model, per1000Usd: (about * 1000) / 1e6, source };
}
