// Sets the results of two runs beside each other, question by question. Pure.
import type { EvaluationItem } from "../../contract.ts";
import { chanceOfChange, type Interval, type Pair, pairedDifference } from "../../contract.ts";

/** A question that both runs asked, with what came of it. */
export interface Compared {
  readonly before: EvaluationItem;
  readonly after: EvaluationItem;
}
/** Shares of what was asked in both runs. `difference` and its interval are from -1 to 1. */
export interface Shares extends Interval {
  /** What the questions have in common; empty for all. */
  readonly value: string;
  readonly asked: number;
  readonly passedBefore: number;
  readonly passedAfter: number;
  readonly difference: number;
}
export interface Sums {
  readonly costUsd: number;
  /** Milliseconds of the model. */
  readonly took: number;
}
export interface Comparison {
  /** Undefined if the runs have no question with a result in common. */
  readonly all: Shares | undefined;
  readonly worse: readonly Compared[];
  readonly better: readonly Compared[];
  readonly same: number;
  /** Questions that only one run asked, or that have no result in one of them. */
  readonly left: number;
  /** See `chanceOfChange`. */
  readonly chance: number;
  readonly before: Sums;
  readonly after: Sums;
  readonly byTopic: readonly Shares[];
  readonly byLocale: readonly Shares[];
  readonly byExpected: readonly Shares[];
}

const hasResult = ({ state }: EvaluationItem): boolean => state === "passed" || state === "failed";
const pairOf = ({ before, after }: Compared): Pair => ({ before: before.state === "passed", after: after.state === "passed" });
const sumsOf = (items: readonly EvaluationItem[]): Sums => ({
  costUsd: items.reduce((sum, { costUsd }) => sum + costUsd, 0),
  took: items.reduce((sum, { took }) => sum + took, 0),
});

function sharesOf(value: string, compared: readonly Compared[]): Shares | undefined {
  const pairs = compared.map(pairOf);
  const found = pairedDifference(pairs);
  return (
    found && {
      ...{ value, asked: pairs.length, ...found },
      passedBefore: pairs.filter(({ before }) => before).length,
      passedAfter: pairs.filter(({ after }) => after).length,
    }
  );
}
/** The groups, what got worse most first; none where all questions are in one. */
function groupsOf(compared: readonly Compared[], of: (question: EvaluationItem["question"]) => string): readonly Shares[] {
  const groups = Map.groupBy(compared, ({ after }) => of(after.question));
  if (groups.size < 2) return [];
  return [...groups]
    .flatMap(([value, members]) => sharesOf(value, members) ?? [])
    .toSorted((a, b) => a.difference - b.difference || b.asked - a.asked || a.value.localeCompare(b.value));
}

/** Compares by question: a question that was changed in the set is another one. */
export function compareRuns(before: readonly EvaluationItem[], after: readonly EvaluationItem[]): Comparison {
  const earlier = new Map(before.filter(hasResult).map((item) => [item.question.id, item]));
  const compared = after.filter(hasResult).flatMap((item): Compared[] => {
    const other = earlier.get(item.question.id);
    return other ? [{ before: other, after: item }] : [];
  });
  const changed = (to: EvaluationItem["state"]): Compared[] =>
    compared.filter((one) => one.before.state !== one.after.state && one.after.state === to);
  const [worse, better] = [changed("failed"), changed("passed")];
  const asked = new Set([...before, ...after].map(({ question }) => question.id));
  return {
    ...{ all: sharesOf("", compared), worse, better, same: compared.length - worse.length - better.length },
    ...{ left: asked.size - compared.length, chance: chanceOfChange(better.length, worse.length) },
    before: sumsOf(compared.map((one) => one.before)),
    after: sumsOf(compared.map((one) => one.after)),
    byTopic: groupsOf(compared, ({ topic }) => topic),
    byLocale: groupsOf(compared, ({ locale }) => locale),
    byExpected: groupsOf(compared, ({ outcome }) => outcome),
  };
}
