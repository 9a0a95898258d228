// Words for triggers and outcomes.
import { m } from "#messages";
import { locale } from "#dashboard/locale.ts";
import { type AssistantOutcome, type AutomationRule, type Outcome, type Trigger } from "../contract.ts";

export const TRIGGER_LABELS: Readonly<Record<Trigger, () => string>> = {
  created: m.automation_when_created,
  customer_message: m.automation_when_customer_message,
  team_message: m.automation_when_team_message,
  status_changed: m.automation_when_status_changed,
  assigned: m.automation_when_assigned,
  waiting: m.automation_when_waiting,
  target_near: m.automation_when_target_near,
  target_missed: m.automation_when_target_missed,
  rated: m.automation_when_rated,
  handed_over: m.automation_when_handed_over,
  assistant_outcome: m.automation_when_assistant_outcome,
};
export const ASSISTANT_LABELS: Readonly<Record<AssistantOutcome, () => string>> = {
  answered: m.automation_did_answered,
  asked_back: m.automation_did_asked_back,
  declined: m.automation_did_declined,
  handed_over: m.automation_did_handed_over,
};
export const OUTCOME_LABELS: Readonly<Record<Outcome, () => string>> = {
  changes: m.automation_outcome_changes,
  same: m.automation_outcome_same,
  stale: m.automation_outcome_stale,
  impossible: m.automation_outcome_impossible,
  automatic: m.automation_outcome_automatic,
  held: m.automation_outcome_held,
  not_sent: m.automation_outcome_not_sent,
};

/** When the rule runs, as a sentence. */
export function whenOf({ trigger, minutes, outcomes }: Pick<AutomationRule, "trigger" | "minutes" | "outcomes">): string {
  if (trigger === "waiting") return m.automation_says_waiting({ count: minutes ?? 0 });
  if (trigger !== "assistant_outcome") return TRIGGER_LABELS[trigger]();
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(outcomes.map((one) => ASSISTANT_LABELS[one]()));
}
