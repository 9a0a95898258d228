// The grading of a run: judgings by a model, answers for people, how far all agree, and where they differ.
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { readEvaluation, readEvaluationRun, runPath } from "#modules/evaluation/contract";
import { STATES } from "#modules/evaluation/views";
import { answersPath, disagreementsPath, type Judging, judgingPath, listJudgings, readAgreement } from "../contract.ts";
import { StartJudging } from "./parts/start-judging.tsx";
import { kappaText, nameOfRater } from "./words.ts";

export default function GradingPage() {
  const { id: projectId } = useProject();
  const { runId = "" } = useParams({ strict: false }) as { runId?: string };
  return (
    <Page
      title={m.answer_grading_title()}
      lead={
        <Link to={runPath(projectId, runId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.answer_grading_to_run()}
        </Link>
      }
      width="wide"
    >
      <Content key={runId} projectId={projectId} runId={runId} />
    </Page>
  );
}

function Content({ projectId, runId }: { projectId: string; runId: string }) {
  const { mayI } = useProject();
  const run = useRouteQuery(readEvaluationRun, { params: { projectId, evaluationRunId: runId } as never });
  const setup = useRouteQuery(readEvaluation, { params: { projectId } as never });
  const agreement = useRouteQuery(readAgreement, { params: { projectId, endedRunId: runId } as never });
  const error = run.error ?? setup.error ?? agreement.error;
  if (!run.data || !setup.data || !agreement.data) {
    if (!error) return <SectionsPending />;
    return (
      <ProblemState
        error={error}
        onRetry={() => {
          for (const each of [run, setup, agreement]) if (each.error) void each.refetch();
        }}
      />
    );
  }
  if (run.data.run.endedAt === null) return <p className="text-muted">{m.answer_grading_not_ended()}</p>;
  const { obstacle } = setup.data;
  return (
    <>
      <Section title={m.answer_grading_people()}>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 text-muted">{m.answer_grading_people_lead()}</p>
          <Link to={answersPath(projectId, runId)} className={buttonLink}>
            {m.answer_grading_grade_answers()}
          </Link>
        </div>
      </Section>
      <Agreements agreement={agreement.data} />
      <Section title={m.answer_grading_disagreements()}>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 text-muted">
            {agreement.data.undecided === 0
              ? m.answer_grading_none_undecided()
              : m.answer_grading_undecided({ count: agreement.data.undecided })}
          </p>
          <Link to={disagreementsPath(projectId, runId)} className={buttonLink}>
            {m.answer_grading_open_disagreements()}
          </Link>
        </div>
      </Section>
      <Judgings projectId={projectId} runId={runId} />
      <Section title={m.answer_grading_start_judging()}>
        <p className="text-muted">{m.answer_grading_judge_lead()}</p>
        {obstacle !== null && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">{m.answer_grading_obstacle({ why: obstacle })}</p>
        )}
        {!mayI("admin") ? (
          <p className="text-muted">{m.answer_grading_only_admins()}</p>
        ) : (
          obstacle === null && <StartJudging {...{ projectId, runId }} models={setup.data.models} />
        )}
      </Section>
    </>
  );
}

function Agreements({ agreement: { raters, pairs } }: { agreement: AnswerOf<typeof readAgreement> }) {
  const title = m.answer_grading_agreement();
  return (
    <Section title={title}>
      {pairs.length === 0 ? (
        <p className="text-muted">{m.answer_grading_one_rater()}</p>
      ) : (
        <>
          <p className="text-muted">{m.answer_grading_agreement_lead()}</p>
          <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={title}>
            <table className="w-full">
              <thead>
                <tr className="text-xs text-muted">
                  {[m.answer_grading_between(), m.answer_grading_agreed(), m.answer_grading_kappa()].map((label, at) => (
                    <th key={label} scope="col" className={`pb-2 font-medium ${at === 0 ? "text-start" : "ps-3 text-end"}`}>
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {pairs.map((pair, at) => (
                  <tr key={at} className="border-t border-line align-top tabular-nums">
                    <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere">
                      <bdi>{nameOfRater(pair.between[0])}</bdi>, <bdi>{nameOfRater(pair.between[1])}</bdi>
                    </th>
                    <td className="py-2 ps-3 text-end">{m.answer_grading_of({ part: pair.agreed, whole: pair.asked })}</td>
                    <td className="py-2 ps-3 text-end">{kappaText(pair)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <ul className="grid grid-cols-1 gap-1 text-xs text-muted">
            {raters.map((rater, at) => (
              <li key={at} className="wrap-anywhere">
                <bdi>{nameOfRater(rater)}</bdi>: {m.answer_grading_passed_of({ passed: rater.passed, graded: rater.graded })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Judgings({ projectId, runId }: { projectId: string; runId: string }) {
  const { data, error, refetch } = useRouteQuery(listJudgings, { params: { projectId, endedRunId: runId } as never, query: {} });
  if (error && !data) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={m.answer_grading_judgings()}>
      <ul className="grid grid-cols-1">
        {data.items.map((judging) => (
          <Item key={judging.id} {...{ projectId, judging }} />
        ))}
      </ul>
    </Section>
  );
}
const Item = ({ projectId, judging }: { projectId: string; judging: Judging }) => (
  <li className="grid grid-cols-1 gap-1 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to={judgingPath(projectId, judging.runId, judging.id)}
        dir="auto"
        className="min-w-0 rounded-xs font-medium wrap-anywhere hover:underline"
      >
        {judging.model}
      </Link>
      <Chip tone={STATES[judging.state].tone}>{STATES[judging.state].label()}</Chip>
      <RelativeTime at={judging.startedAt} short className="ms-auto text-xs text-faint" />
    </div>
    <p className="text-xs text-muted">
      {m.answer_grading_passed_of({ passed: judging.passed, graded: judging.passed + judging.failed })} · {formatUsd(judging.costUsd)}
    </p>
  </li>
);
