// What a policy says, in a sentence.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import type { Priority } from "#modules/priority/contract";
import { type Policy, TARGETS } from "../../contract.ts";
import { durationText } from "../labels.ts";

const WITHIN = {
  first: m.response_targets_sentence_first,
  next: m.response_targets_sentence_next,
  resolution: m.response_targets_sentence_resolution,
} as const;
export const PRIORITY_NAMES: Readonly<Record<Priority, () => string>> = {
  none: m.priority_none,
  low: m.priority_low,
  normal: m.priority_normal,
  high: m.priority_high,
  urgent: m.priority_urgent,
};
export const CHANNEL_NAMES: Readonly<Record<NonNullable<Policy["channel"]>, () => string>> = {
  widget: m.response_targets_channel_widget,
  email: m.response_targets_channel_email,
  dashboard: m.response_targets_channel_dashboard,
  import: m.response_targets_channel_import,
  api: m.response_targets_channel_api,
};

const list = (parts: readonly string[], type: "conjunction" | "disjunction"): string => new Intl.ListFormat(locale, { type }).format(parts);

interface Named {
  readonly id: string;
  readonly name: string;
}
/** Which conversations it is for, what it asks, and how that counts. */
export function sentenceOf(
  policy: Policy,
  { teams, tags, known }: { teams: readonly Named[]; tags: readonly Named[]; known: boolean },
): string {
  const { priorities, teamId, tagId, channel, warn } = policy;
  const named = (all: readonly Named[], id: string): string =>
    all.find((one) => one.id === id)?.name ?? (known ? m.response_targets_gone() : "…");
  const conditions = [
    ...(priorities.length === 0
      ? []
      : [
          m.response_targets_of_priority({
            priorities: list(
              priorities.map((one) => PRIORITY_NAMES[one]()),
              "disjunction",
            ),
          }),
        ]),
    ...(teamId === null ? [] : [m.response_targets_of_team({ team: named(teams, teamId) })]),
    ...(tagId === null ? [] : [m.response_targets_of_tag({ tag: named(tags, tagId) })]),
    ...(channel === null ? [] : [m.response_targets_of_channel({ channel: CHANNEL_NAMES[channel]() })]),
  ];
  const targets = TARGETS.flatMap((target) => {
    const minutes = policy[target];
    return minutes === null ? [] : [WITHIN[target]({ time: durationText(minutes) })];
  });
  const who =
    conditions.length === 0 ? m.response_targets_of_all() : m.response_targets_of({ conditions: list(conditions, "conjunction") });
  const what = targets.length === 0 ? m.response_targets_sentence_nothing() : list(targets, "conjunction");
  return [
    policy.counts === "business" ? m.response_targets_sentence_business({ who, what }) : m.response_targets_sentence_always({ who, what }),
    ...(warn === null ? [] : [m.response_targets_sentence_warn({ time: durationText(warn) })]),
    ...(policy.assistantCounts ? [m.response_targets_sentence_assistant()] : []),
  ].join(" ");
}
