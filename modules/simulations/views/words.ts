// Words of states, endings and tempers, and the built-in scenarios.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Ending, ScenarioContent, SimulationItem, SimulationRun } from "../contract.ts";

interface Word {
  readonly label: () => string;
  readonly tone: Tone;
}
export const STATES: Readonly<Record<SimulationRun["state"], Word>> = {
  running: { label: m.simulations_state_running, tone: "accent" },
  paused: { label: m.simulations_state_paused, tone: "warn" },
  done: { label: m.simulations_state_done, tone: "ok" },
  failed: { label: m.simulations_state_failed, tone: "bad" },
  cancelled: { label: m.simulations_state_cancelled, tone: "neutral" },
};
export const REASONS: Readonly<Record<NonNullable<SimulationRun["reason"]>, () => string>> = {
  budget_reached: m.simulations_reason_budget_reached,
  daily_share: m.simulations_reason_daily_share,
  ceiling_reached: m.simulations_reason_ceiling_reached,
  not_configured: m.simulations_reason_not_configured,
  busy: m.simulations_reason_busy,
  model_failed: m.simulations_reason_model_failed,
  price_ceiling: m.simulations_reason_price_ceiling,
};
export const ITEMS: Readonly<Record<SimulationItem["state"], Word>> = {
  waiting: { label: m.simulations_waiting, tone: "neutral" },
  asking: { label: m.simulations_asking, tone: "accent" },
  passed: { label: m.simulations_passed, tone: "ok" },
  failed: { label: m.simulations_failed, tone: "bad" },
  needs_review: { label: m.simulations_needs_review, tone: "warn" },
};
export const ENDING_WORDS: Readonly<Record<Ending, () => string>> = {
  solved: m.simulations_ending_solved,
  not_verified: m.simulations_ending_not_verified,
  handed_over: m.simulations_ending_handed_over,
  declined: m.simulations_ending_declined,
  left: m.simulations_ending_left,
  max_turns: m.simulations_ending_max_turns,
  gave_up: m.simulations_ending_gave_up,
  provider: m.simulations_ending_provider,
  unreadable: m.simulations_ending_unreadable,
  budget: m.simulations_ending_budget,
};
export const TEMPER_WORDS: Readonly<Record<ScenarioContent["temper"], () => string>> = {
  calm: m.simulations_temper_calm,
  impatient: m.simulations_temper_impatient,
  confused: m.simulations_temper_confused,
  angry: m.simulations_temper_angry,
};
export const EXPECTED_WORDS: Readonly<Record<ScenarioContent["expected"], () => string>> = {
  answer: m.simulations_expected_answer,
  hand_over: m.simulations_expected_hand_over,
  decline: m.simulations_expected_decline,
};
export const EMPTY: ScenarioContent = {
  ...{ name: "", goal: "", temper: "calm", persona: "", facts: [], expected: "answer", success: [], maxTurns: 4, locale: "en" },
  channel: "widget",
};
/** Beginnings of scenarios, to be filled with what the company sells. */
export const TEMPLATES: readonly { readonly name: () => string; make(): ScenarioContent }[] = [
  {
    name: m.simulations_template_question,
    make: () => ({ ...EMPTY, name: m.simulations_template_question(), goal: m.simulations_template_question_goal() }),
  },
  {
    name: m.simulations_template_angry,
    make: () => ({
      ...EMPTY,
      ...{ name: m.simulations_template_angry(), goal: m.simulations_template_angry_goal(), temper: "angry", expected: "hand_over" },
    }),
  },
  {
    name: m.simulations_template_confused,
    make: () => ({
      ...EMPTY,
      ...{ name: m.simulations_template_confused(), goal: m.simulations_template_confused_goal(), temper: "confused", maxTurns: 6 },
    }),
  },
];
