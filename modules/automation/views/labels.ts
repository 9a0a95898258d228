// Words for triggers and outcomes.
import { m } from "#messages";
import { type AutomationRule, type Outcome, type Trigger } from "../contract.ts";

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
export const whenOf = ({ trigger, minutes }: Pick<AutomationRule, "trigger" | "minutes">): string =>
  trigger === "waiting" ? m.automation_says_waiting({ count: minutes ?? 0 }) : TRIGGER_LABELS[trigger]();
