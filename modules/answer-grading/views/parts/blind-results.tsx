// How often each run's answer was chosen, by grader, once one has finished.
import { Link } from "@tanstack/react-router";
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { readEvaluationRun, runPath } from "#modules/evaluation/contract";
import { configurationOf } from "#modules/evaluation/views";
import { type BlindResults, readBlindResults } from "../../contract.ts";
import { nameOfPerson } from "../words.ts";

export function BlindResultsView({ projectId, gradingId }: { projectId: string; gradingId: string }) {
  const { data, error, refetch } = useRouteQuery(readBlindResults, { params: { projectId, blindGradingId: gradingId } as never });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      <Section title={m.answer_grading_results()}>
        {data.graders.length === 0 && <p className="text-muted">{m.answer_grading_no_choices()}</p>}
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <RunOf {...{ projectId }} label={m.answer_grading_run_a()} runId={data.firstRunId} />
          <RunOf {...{ projectId }} label={m.answer_grading_run_b()} runId={data.secondRunId} />
        </dl>
        {data.graders.length > 0 && <Counts graders={data.graders} />}
      </Section>
      {data.comments.length > 0 && (
        <Section title={m.answer_grading_comments()}>
          <ul className="grid grid-cols-1">
            {data.comments.map(({ name, question, choice, comment }, at) => (
              <li key={at} className="grid grid-cols-1 gap-1 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
                <p dir="auto" className="font-medium wrap-anywhere">
                  {question}
                </p>
                <p className="text-xs text-muted">
                  <bdi>{nameOfPerson(name)}</bdi> · {CHOSEN[choice]()}
                </p>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {comment}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
const CHOSEN: Readonly<Record<BlindResults["comments"][number]["choice"], () => string>> = {
  first: m.answer_grading_run_a,
  second: m.answer_grading_run_b,
  same: m.answer_grading_same,
  both_bad: m.answer_grading_both_bad,
};
function RunOf({ projectId, label, runId }: { projectId: string; label: string; runId: string }) {
  const { data } = useRouteQuery(readEvaluationRun, { params: { projectId, evaluationRunId: runId } as never });
  return (
    <div className="min-w-0 rounded-md border border-line p-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere">
        <Link to={runPath(projectId, runId)} className="rounded-xs hover:underline">
          {data ? configurationOf(data.run) : label}
        </Link>
      </dd>
    </div>
  );
}
function Counts({ graders }: { graders: BlindResults["graders"] }) {
  const title = m.answer_grading_by_person();
  const columns = [m.answer_grading_run_a(), m.answer_grading_run_b(), m.answer_grading_same(), m.answer_grading_both_bad()];
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={title}>
      <table className="w-full">
        <thead>
          <tr className="text-xs whitespace-nowrap text-muted">
            <th scope="col" className="pb-2 text-start font-medium">
              {m.answer_grading_person()}
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className="ps-3 pb-2 text-end font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graders.map(({ name, finished, counts }, at) => (
            <tr key={at} className="border-t border-line tabular-nums">
              <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere">
                <bdi>{nameOfPerson(name)}</bdi>
                {!finished && <span className="block text-xs text-muted">{m.answer_grading_still_grading()}</span>}
              </th>
              {[counts.first, counts.second, counts.same, counts.bothBad].map((count, column) => (
                <td key={column} className="py-2 ps-3 text-end">
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
