// Policies in words, a line for each, as the audit log shows them before and after a change.
import { m } from "#messages";
import { durationText, type Policy, TARGETS } from "./contract.ts";

const NAMES = {
  first: m.response_targets_audit_first,
  next: m.response_targets_audit_next,
  resolution: m.response_targets_audit_resolution,
} as const;

/** `names`: of the project's teams and tags, by id. */
export const summaryOf = (policies: readonly Policy[], names: ReadonlyMap<string, string>): string =>
  policies
    .map((policy) => {
      const { priorities, teamId, tagId, channel } = policy;
      const conditions = [
        ...priorities,
        ...[teamId, tagId].flatMap((id) => (id === null ? [] : [names.get(id) ?? id])),
        ...(channel === null ? [] : [channel]),
      ];
      const targets = TARGETS.flatMap((target) => {
        const minutes = policy[target];
        return minutes === null ? [] : [NAMES[target]({ time: durationText(minutes) })];
      });
      return [
        policy.name,
        ...(conditions.length === 0 ? [] : [`(${conditions.join(", ")})`]),
        [
          ...targets,
          policy.counts === "business" ? m.response_targets_audit_business() : m.response_targets_audit_always(),
          ...(policy.warn === null ? [] : [m.response_targets_audit_warn({ time: durationText(policy.warn) })]),
          ...(policy.assistantCounts ? [m.response_targets_audit_assistant()] : []),
        ].join(", "),
      ].join(" ");
    })
    .join("\n");
