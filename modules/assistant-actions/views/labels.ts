// Words for kinds, states and outcomes of actions.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Outcome, RunState } from "../contract.ts";

export const kindName = (kind: "reads" | "changes"): string =>
  kind === "reads" ? m.assistant_actions_reads() : m.assistant_actions_changes();

const STATES: Readonly<Record<RunState, readonly [Tone, () => string]>> = {
  started: ["neutral", m.assistant_actions_state_started],
  done: ["ok", m.assistant_actions_state_done],
  failed: ["bad", m.assistant_actions_state_failed],
  unknown: ["warn", m.assistant_actions_state_unknown],
};
export const stateTone = (state: RunState): Tone => STATES[state][0];
export const stateName = (state: RunState): string => STATES[state][1]();

const OUTCOMES: Readonly<Record<Outcome, () => string>> = {
  done: m.assistant_actions_outcome_done,
  address: m.assistant_actions_outcome_address,
  host: m.assistant_actions_outcome_host,
  inputs: m.assistant_actions_outcome_inputs,
  secret_missing: m.assistant_actions_outcome_secret_missing,
  secret_unreadable: m.assistant_actions_outcome_secret_unreadable,
  not_configured: m.assistant_actions_outcome_not_configured,
  not_found: m.assistant_actions_outcome_not_found,
  refused: m.assistant_actions_outcome_refused,
  busy: m.assistant_actions_outcome_busy,
  down: m.assistant_actions_outcome_down,
  redirect: m.assistant_actions_outcome_redirect,
  timeout: m.assistant_actions_outcome_timeout,
  unreachable: m.assistant_actions_outcome_unreachable,
  not_json: m.assistant_actions_outcome_not_json,
  too_large: m.assistant_actions_outcome_too_large,
  nothing_told: m.assistant_actions_outcome_nothing_told,
  lost: m.assistant_actions_outcome_lost,
};
export const outcomeText = (outcome: Outcome): string => OUTCOMES[outcome]();
