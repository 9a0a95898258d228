// Words of verdicts, raters and reviews.
import { m } from "#messages";
import type { Agreement, Rater, Verdict } from "../contract.ts";

export const VERDICT_WORDS: Readonly<Record<Verdict, () => string>> = {
  passed: m.answer_grading_passed,
  failed: m.answer_grading_failed,
};
export const nameOfPerson = (name: string | null): string => name ?? m.answer_grading_gone();
export const nameOfRater = ({ kind, name }: Rater): string =>
  kind === "rule" ? m.answer_grading_rule() : kind === "judge" ? m.answer_grading_judge() : nameOfPerson(name);
/** Kappa with its interval, or why there is none. */
export function kappaText({ kappa, reason }: Agreement): string {
  if (kappa === null) return reason === "no_variance" ? m.answer_grading_no_variance() : m.answer_grading_none_in_common();
  const text = (value: number): string => value.toFixed(2).replace("-", "−");
  return m.answer_grading_kappa_interval({ kappa: text(kappa.kappa), low: text(kappa.low), high: text(kappa.high) });
}
/** Why a judgement needs a review. */
export const reviewText = (reason: string | null): string =>
  reason === "malformed"
    ? m.answer_grading_review_malformed()
    : reason === "too_long"
      ? m.answer_grading_review_too_long()
      : m.answer_grading_review_unknown();
