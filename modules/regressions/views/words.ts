// Words of states, causes and reasons.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Regression, RegressionReason } from "../contract.ts";

interface Word {
  readonly label: () => string;
  readonly tone: Tone;
}
const REVIEWED: Readonly<Record<NonNullable<Regression["review"]>["state"], Word>> = {
  open: { label: m.regressions_state_worse, tone: "bad" },
  accepted: { label: m.regressions_state_accepted, tone: "neutral" },
  dismissed: { label: m.regressions_state_dismissed, tone: "neutral" },
};
const STATES: Readonly<Record<Regression["state"], Word>> = {
  running: { label: m.regressions_state_running, tone: "accent" },
  first: { label: m.regressions_state_first, tone: "neutral" },
  compared: { label: m.regressions_state_same, tone: "ok" },
  not_run: { label: m.regressions_state_not_run, tone: "warn" },
  not_finished: { label: m.regressions_state_not_finished, tone: "warn" },
};
export const stateOf = ({ state, review }: Regression): Word => (review === null ? STATES[state] : REVIEWED[review.state]);
export const CAUSES: Readonly<Record<Regression["cause"], () => string>> = {
  schedule: m.regressions_cause_schedule,
  knowledge: m.regressions_cause_knowledge,
};
export const REASONS: Readonly<Record<RegressionReason, () => string>> = {
  budget_reached: m.regressions_reason_budget_reached,
  daily_share: m.regressions_reason_daily_share,
  ceiling_reached: m.regressions_reason_ceiling_reached,
  not_configured: m.regressions_reason_not_configured,
  busy: m.regressions_reason_busy,
  model_failed: m.regressions_reason_model_failed,
  price_ceiling: m.regressions_reason_price_ceiling,
  other_run: m.regressions_reason_other_run,
  month_budget: m.regressions_reason_month_budget,
  budget_small: m.regressions_reason_budget_small,
  budget_large: m.regressions_reason_budget_large,
  nothing_to_ask: m.regressions_reason_nothing_to_ask,
  no_results: m.regressions_reason_no_results,
  plan_lapsed: m.regressions_reason_plan_lapsed,
  cancelled: m.regressions_reason_cancelled,
};
const points = (share: number): string => `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(Math.round(share * 100))}`;
/** How much better the run is, with its interval; undefined without a comparison. */
export const differenceOf = ({ difference }: Regression): string | undefined =>
  difference === null
    ? undefined
    : m.regressions_difference({ points: points(difference.difference), low: points(difference.low), high: points(difference.high) });
