// What outcomes and reasons are called, and what they mean.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import type { Flag, Outcome, OutcomeItem } from "../contract.ts";

export const OUTCOME_LABELS: Readonly<Record<Outcome, { label(): string; means(): string; tone: Tone }>> = {
  confirmed: { label: m.assistant_outcomes_confirmed, means: m.assistant_outcomes_confirmed_means, tone: "ok" },
  assumed: { label: m.assistant_outcomes_assumed, means: m.assistant_outcomes_assumed_means, tone: "neutral" },
  escalated: { label: m.assistant_outcomes_escalated, means: m.assistant_outcomes_escalated_means, tone: "warn" },
  reopened: { label: m.assistant_outcomes_reopened, means: m.assistant_outcomes_reopened_means, tone: "warn" },
  abandoned: { label: m.assistant_outcomes_abandoned, means: m.assistant_outcomes_abandoned_means, tone: "neutral" },
  negative: { label: m.assistant_outcomes_negative, means: m.assistant_outcomes_negative_means, tone: "bad" },
  open: { label: m.assistant_outcomes_open, means: m.assistant_outcomes_open_means, tone: "accent" },
};
/** In the order in which tables show them. */
export const SHOWN_OUTCOMES = ["confirmed", "assumed", "escalated", "reopened", "abandoned", "negative"] as const;

const REASONS: Readonly<Record<string, () => string>> = {
  nothing_fits: m.assistant_outcomes_reason_nothing_fits,
  model: m.assistant_outcomes_reason_model,
  check: m.assistant_outcomes_reason_check,
  unreadable: m.assistant_outcomes_reason_unreadable,
  provider: m.assistant_outcomes_reason_provider,
  asked: m.assistant_outcomes_reason_asked,
  words: m.assistant_outcomes_reason_words,
  most_rounds: m.assistant_outcomes_reason_most_rounds,
  too_fast: m.assistant_outcomes_reason_too_fast,
  monitoring: m.assistant_outcomes_reason_monitoring,
  action: m.assistant_outcomes_reason_action,
  taken: m.assistant_outcomes_reason_taken,
  answered: m.assistant_outcomes_reason_answered,
  ceiling: m.assistant_outcomes_reason_ceiling,
  not_configured: m.assistant_outcomes_reason_not_configured,
};
/** Why people answered. */
export const reasonLabel = (reason: string): string => (REASONS[reason] ?? m.assistant_outcomes_reason_rules)();

export const FLAG_LABELS: Readonly<Record<Flag["reason"], () => string>> = {
  wrong: m.assistant_outcomes_flag_wrong,
  incomplete: m.assistant_outcomes_flag_incomplete,
  outdated: m.assistant_outcomes_flag_outdated,
  tone: m.assistant_outcomes_flag_tone,
  hand_over: m.assistant_outcomes_flag_hand_over,
};

/** A contact in lists: who has neither name nor address is called as in the inbox. */
export const contactLabel = ({ contactId: id, contactName: name }: Pick<OutcomeItem, "contactId" | "contactName">): string =>
  name === null ? m.assistant_outcomes_erased() : contactName({ id, name: name === "" ? null : name, email: null });
