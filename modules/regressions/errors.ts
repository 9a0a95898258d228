// Refusals of regression runs.
import { conflict, invalidRequest, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const planChanged = (): Refusal => conflict(m.regressions_plan_changed());
export const runBudgetLarge = (usd: string): Refusal =>
  invalidRequest([{ path: "runBudgetUsd", message: m.regressions_run_budget_large({ usd }) }]);
export const monthBudgetSmall = (): Refusal => invalidRequest([{ path: "monthBudgetUsd", message: m.regressions_month_budget_small() }]);
export const isDecided = (): Refusal => conflict(m.regressions_decided());
