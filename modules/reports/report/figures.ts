// Makes figures of sums. Pure.
import { classAt, type Duration, type Figures, type Lengths, type Measure, middleOf, TARGETS } from "../contract.ts";
import type { Sum } from "./queries.ts";

/** The figures of these sums together. */
export function figuresOf(sums: readonly Sum[]): Figures {
  const of = (measure: Measure): readonly Sum[] => sums.filter((sum) => sum.measure === measure);
  const count = (measure: Measure, bucket?: number): number =>
    of(measure).reduce((all, sum) => (bucket === undefined || sum.bucket === bucket ? all + sum.count : all), 0);
  return {
    ...{ conversations: count("new_conversation"), outbound: count("outbound_conversation") },
    ...{ customerMessages: count("customer_message"), replies: count("reply") },
    ...{ firstResponse: lengthsOf(of("first_response")), wait: lengthsOf(of("wait")), resolution: lengthsOf(of("resolution")) },
    ...{ reopened: count("reopened"), assistantReplies: count("assistant_reply") },
    ...{ assistantConversations: count("assistant_conversation"), assistantResolutions: count("assistant_resolution") },
    targets: TARGETS.map((target, bucket) => ({ target, met: count("target_met", bucket), missed: count("target_missed", bucket) })),
    ratings: [1, 2, 3, 4, 5].map((score) => count("rating", score)),
  };
}
function lengthsOf(sums: readonly (Sum & { readonly measure: Measure | Duration })[]): Lengths {
  const counts = new Map<number, number>();
  let [all, total] = [0, 0];
  for (const { bucket, count, total: sum } of sums) {
    counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    all += count;
    total += sum;
  }
  const at = (p: number): number | null => {
    const bucket = classAt(counts, p);
    return bucket === undefined ? null : Math.round(middleOf(bucket));
  };
  return { count: all, mean: all <= 0 ? null : Math.round(total / all), median: at(0.5), p90: at(0.9) };
}
