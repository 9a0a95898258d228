// Words of states, reasons, outcomes and faults.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { EXPECTED_WORDS } from "#modules/question-sets/views";
import type { EvaluationItem, EvaluationRun, ItemFault, RunReason } from "../contract.ts";

interface Word {
  readonly label: () => string;
  readonly tone: Tone;
}
export const STATES: Readonly<Record<EvaluationRun["state"], Word>> = {
  running: { label: m.evaluation_state_running, tone: "accent" },
  paused: { label: m.evaluation_state_paused, tone: "warn" },
  done: { label: m.evaluation_state_done, tone: "ok" },
  failed: { label: m.evaluation_state_failed, tone: "bad" },
  cancelled: { label: m.evaluation_state_cancelled, tone: "neutral" },
};
export const REASONS: Readonly<Record<RunReason, () => string>> = {
  budget_reached: m.evaluation_reason_budget_reached,
  daily_share: m.evaluation_reason_daily_share,
  ceiling_reached: m.evaluation_reason_ceiling_reached,
  not_configured: m.evaluation_reason_not_configured,
  busy: m.evaluation_reason_busy,
  model_failed: m.evaluation_reason_model_failed,
  price_ceiling: m.evaluation_reason_price_ceiling,
};
export const ITEMS: Readonly<Record<EvaluationItem["state"], Word>> = {
  waiting: { label: m.evaluation_waiting, tone: "neutral" },
  asking: { label: m.evaluation_asking, tone: "accent" },
  passed: { label: m.evaluation_passed, tone: "ok" },
  failed: { label: m.evaluation_failed, tone: "bad" },
  needs_review: { label: m.evaluation_needs_review, tone: "warn" },
  erased: { label: m.evaluation_erased, tone: "neutral" },
};
const OUTCOMES: Readonly<Record<NonNullable<EvaluationItem["outcome"]>, () => string>> = {
  answered: m.evaluation_outcome_answered,
  asked_back: m.evaluation_outcome_asked_back,
  handed_over: m.evaluation_outcome_handed_over,
  declined: m.evaluation_outcome_declined,
  skipped: m.evaluation_outcome_skipped,
  failed: m.evaluation_outcome_failed,
};
export const outcomeOf = ({ outcome }: EvaluationItem): string => (outcome === null ? "" : OUTCOMES[outcome]());
/** What failed, in a sentence. */
export function faultOf(item: EvaluationItem, { fault, detail }: ItemFault): string {
  switch (fault) {
    case "outcome":
      return m.evaluation_fault_outcome({ expected: EXPECTED_WORDS[item.question.outcome](), outcome: outcomeOf(item) });
    case "fact":
      return m.evaluation_fault_fact({ detail });
    case "forbidden":
      return m.evaluation_fault_forbidden({ detail });
    case "source":
      return m.evaluation_fault_source({ detail });
    case "provider":
      return m.evaluation_fault_provider();
  }
}
/** The model and the guidance of a run. */
export const configurationOf = ({ model, guidanceVersion }: EvaluationRun): string =>
  `${model} · ${
    guidanceVersion === 0
      ? m.evaluation_default_guidance()
      : `${m.evaluation_guidance()}: ${m.evaluation_guidance_version({ version: guidanceVersion })}`
  }`;
