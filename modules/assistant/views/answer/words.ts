// What reasons and faults are called on screens.
import { m } from "#messages";
import type { Fault } from "#modules/claim-verification/contract";
import type { Answer, HandoverReason, SkipReason } from "../../contract.ts";

/** Why a person has to answer, as advice for whoever writes knowledge. */
export const REASON: Readonly<Record<NonNullable<Answer["reason"]>, () => string>> = {
  nothing_fits: m.assistant_reason_nothing_fits,
  model: m.assistant_reason_model,
  check: m.assistant_reason_check,
  unreadable: m.assistant_reason_unreadable,
};
const FAULT: Readonly<Record<Fault["fault"], (given: { detail: string }) => string>> = {
  uncited: m.assistant_fault_uncited,
  unknown_source: m.assistant_fault_unknown_source,
  not_quoted: m.assistant_fault_not_quoted,
  number: m.assistant_fault_number,
  name: m.assistant_fault_name,
  negation: m.assistant_fault_negation,
  condition: m.assistant_fault_condition,
  unsupported: m.assistant_fault_unsupported,
  irrelevant: m.assistant_fault_irrelevant,
};
export const faultText = ({ fault, detail }: Fault): string => FAULT[fault]({ detail });

/** Why a round left the conversation to people, in half a sentence. */
export const LEFT: Readonly<Record<Exclude<HandoverReason, "asked" | "taken" | "answered" | "given" | "rules">, () => string>> = {
  nothing_fits: m.assistant_left_nothing_fits,
  model: m.assistant_left_model,
  check: m.assistant_left_check,
  unreadable: m.assistant_left_unreadable,
  provider: m.assistant_left_provider,
  words: m.assistant_left_words,
  most_rounds: m.assistant_left_most_rounds,
  too_fast: m.assistant_left_too_fast,
  monitoring: m.assistant_left_monitoring,
  action: m.assistant_left_action,
};

/** Why a round was skipped. */
export const SKIPPED: Readonly<Record<SkipReason, () => string>> = {
  ceiling: m.assistant_skip_ceiling,
  not_configured: m.assistant_skip_not_configured,
  joined: m.assistant_skip_joined,
  team: m.assistant_skip_team,
  channel: m.assistant_skip_channel,
  askers: m.assistant_skip_askers,
  language: m.assistant_skip_language,
  share: m.assistant_skip_share,
  closed: m.assistant_skip_closed,
  contact: m.assistant_skip_contact,
  answered: m.assistant_skip_answered,
  nothing_asked: m.assistant_skip_nothing_asked,
  confirmed: m.assistant_skip_confirmed,
};
/** Who ended a round that was stopped. */
export const STOPPED: Readonly<Record<string, () => string>> = {
  member: m.assistant_stop_member,
  visitor: m.assistant_stop_visitor,
  taken: m.assistant_stop_taken,
};

/** Small amounts with as many digits as say something. */
export const usd = (dollars: number): string => (dollars === 0 ? "$0" : `$${dollars.toFixed(6).replace(/0{1,4}$/, "")}`);
