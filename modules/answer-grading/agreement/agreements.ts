// Each two raters of a run beside each other. Pure.
import type { Agreement, Rater, Verdict } from "../contract.ts";
import type { Grades } from "../store/graded.ts";
import type { StoredVerdict } from "../store/people.ts";
import { kappaOf } from "./kappa.ts";

interface Graded extends Rater {
  readonly byPlace: ReadonlyMap<number, Verdict>;
}
/** The rule, the judge if it has said anything, and each person, those with the most grades first. */
export function ratersOf(grades: readonly Grades[], verdicts: readonly StoredVerdict[]): Graded[] {
  const judged = grades.flatMap(({ place, judge }) => (judge === null ? [] : [[place, judge] as const]));
  const people = [...Map.groupBy(verdicts, ({ grader }) => grader).values()]
    .toSorted((a, b) => b.length - a.length)
    .map((given): Graded => ({
      ...{ kind: "person", name: given[0]?.name ?? null },
      byPlace: new Map(given.map(({ place, verdict }) => [place, verdict])),
    }));
  return [
    { kind: "rule", name: null, byPlace: new Map(grades.map(({ place, rule }) => [place, rule])) },
    ...(judged.length === 0 ? [] : [{ kind: "judge" as const, name: null, byPlace: new Map(judged) }]),
    ...people,
  ];
}
const raterOf = ({ kind, name }: Graded): Rater => ({ kind, name });
function agreementOf(a: Graded, b: Graded): Agreement {
  const table = [
    [0, 0],
    [0, 0],
  ] satisfies number[][];
  for (const [place, one] of a.byPlace) {
    const other = b.byPlace.get(place);
    const row = table[one === "passed" ? 0 : 1];
    if (other !== undefined && row) row[other === "passed" ? 0 : 1] = (row[other === "passed" ? 0 : 1] ?? 0) + 1;
  }
  const [[both = 0, onlyA = 0], [onlyB = 0, neither = 0]] = table as [number[], number[]];
  const result = kappaOf(table);
  const { kappa, low, high } = result.kind === "kappa" ? result.value : { kappa: 0, low: 0, high: 0 };
  return {
    between: [raterOf(a), raterOf(b)],
    ...{ asked: both + onlyA + onlyB + neither, agreed: both + neither },
    kappa: result.kind === "kappa" ? { kappa, low, high } : null,
    reason: result.kind === "none" ? result.why : null,
  };
}
/** Each two of them. */
export const agreementsOf = (raters: readonly Graded[]): Agreement[] =>
  raters.flatMap((a, at) => raters.slice(at + 1).map((b) => agreementOf(a, b)));
