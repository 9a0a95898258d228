// What counts now of all that runs and members found, and the fit of a lead. Browser-safe, without I/O.
import type { Answer, AnswerWord, Criterion, Run, Statement } from "../contract.ts";

/** The run whose findings count. */
export const lastDone = <R extends Pick<Run, "id" | "state">>(runs: readonly R[]): R | undefined =>
  runs.find(({ state }) => state === "done");

/** What the last finished run found, and what members wrote or changed. `runs`: the newest first. */
export function currentStatements<S extends Pick<Statement, "runId" | "byPerson">>(
  statements: readonly S[],
  runs: readonly Pick<Run, "id" | "state">[],
): S[] {
  const last = lastDone(runs)?.id;
  return statements.filter(({ runId, byPerson }) => byPerson || (runId !== null && runId === last));
}

/** The answer to each criterion that counts: a member's, else that of the last finished run. */
export function currentAnswers<A extends Pick<Answer, "runId" | "criterionId">>(
  answers: readonly A[],
  runs: readonly Pick<Run, "id" | "state">[],
): Map<string, A> {
  const last = lastDone(runs)?.id;
  const of = (run: string | null | undefined): A[] => answers.filter(({ runId }) => runId === run);
  return new Map([...(last === undefined ? [] : of(last)), ...of(null)].map((answer) => [answer.criterionId, answer]));
}

const VALUES: Readonly<Record<Exclude<AnswerWord, "unknown">, number>> = { yes: 1, partly: 0.5, no: 0 };
export interface Fit {
  /** 0 to 100, by weight, over what is known; null if nothing is. */
  readonly score: number | null;
  /** Criteria with an answer other than `unknown`. */
  readonly known: number;
}
/** How well a lead meets the criteria. What is unknown counts neither for nor against it. */
export function fitOf(
  criteria: readonly Pick<Criterion, "id" | "weight">[],
  answers: ReadonlyMap<string, { readonly answer: AnswerWord }>,
): Fit {
  let [sum, weights, known] = [0, 0, 0];
  for (const { id, weight } of criteria) {
    const answer = answers.get(id)?.answer ?? "unknown";
    if (answer === "unknown") continue;
    sum += VALUES[answer] * weight;
    weights += weight;
    known += 1;
  }
  return { score: weights === 0 ? null : Math.round((100 * sum) / weights), known };
}

const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
/** Whether both statements rest on the same words of the same page, or say the same. */
const isSame = (a: Pick<Statement, "text" | "quote">, b: Pick<Statement, "text" | "quote">): boolean =>
  folded(a.text) === folded(b.text) || (a.quote !== null && b.quote !== null && folded(a.quote) === folded(b.quote));

export interface Differences<S> {
  readonly added: readonly S[];
  readonly gone: readonly S[];
  readonly answers: readonly { readonly criterionId: string; readonly before: AnswerWord; readonly now: AnswerWord }[];
}
/** What the later of two runs found that the earlier did not, and the other way round. */
export function differences<S extends Pick<Statement, "runId" | "text" | "quote">>(
  before: string,
  now: string,
  {
    statements,
    answers,
  }: { readonly statements: readonly S[]; readonly answers: readonly Pick<Answer, "runId" | "criterionId" | "answer">[] },
): Differences<S> {
  const of = (run: string): S[] => statements.filter(({ runId }) => runId === run);
  const [old, fresh] = [of(before), of(now)];
  const answered = (run: string) =>
    new Map(answers.filter(({ runId }) => runId === run).map(({ criterionId, answer }) => [criterionId as string, answer]));
  const [was, is] = [answered(before), answered(now)];
  return {
    added: fresh.filter((one) => !old.some((other) => isSame(one, other))),
    gone: old.filter((one) => !fresh.some((other) => isSame(one, other))),
    answers: [...is].flatMap(([criterionId, answer]) => {
      const earlier = was.get(criterionId) ?? "unknown";
      return earlier === answer ? [] : [{ criterionId, before: earlier, now: answer }];
    }),
  };
}
