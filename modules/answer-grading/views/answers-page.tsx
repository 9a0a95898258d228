// Whether a person finds each answer of a run good, said before they see what rule and judge say.
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import type { Expected } from "#modules/question-sets/contract";
import { EXPECTED_WORDS } from "#modules/question-sets/views";
import {
  type AnswerToGrade,
  gradeAnswer,
  gradingPath,
  listAnswersToGrade,
  listDisagreements,
  MAX_COMMENT,
  readAgreement,
  readAnswerToGrade,
  type Verdict,
} from "../contract.ts";
import { AnswerView } from "./parts/answer-view.tsx";
import { ChoiceButton } from "./parts/choice-button.tsx";
import { Question, Stepper } from "./parts/stepper.tsx";
import { VERDICT_WORDS } from "./words.ts";

export default function AnswersPage() {
  const { id: projectId } = useProject();
  const { runId = "" } = useParams({ strict: false }) as { runId?: string };
  return (
    <Page
      title={m.answer_grading_grade_answers()}
      lead={
        <Link to={gradingPath(projectId, runId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.answer_grading_title()}
        </Link>
      }
    >
      <Content key={runId} projectId={projectId} runId={runId} />
    </Page>
  );
}

interface Ids {
  readonly projectId: string;
  readonly runId: string;
}
function Content({ projectId, runId }: Ids) {
  const { data, error, refetch } = useRouteQuery(listAnswersToGrade, { params: { projectId, endedRunId: runId } as never });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  if (data.answers.length === 0) return <EmptyState icon={ClipboardCheck} title={m.answer_grading_no_answers()} />;
  return (
    <Stepper
      steps={data.answers.map(({ questionId, verdict }) => ({ questionId, isGraded: verdict !== null }))}
      end={<p className="text-muted">{m.answer_grading_all_graded()}</p>}
    >
      {({ questionId, moved, next }) => <Answer key={questionId} {...{ projectId, runId, questionId, moved, next }} />}
    </Stepper>
  );
}

function Answer({ projectId, runId, questionId, moved, next }: Ids & { questionId: string; moved: boolean; next(): void }) {
  const params = { projectId, endedRunId: runId, setQuestionId: questionId } as never;
  const { data, error, refetch } = useRouteQuery(readAnswerToGrade, { params });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      <Question text={data.question} moved={moved} />
      <div className="mb-4 grid grid-cols-1 gap-4">
        <Wanted answer={data} />
        <AnswerView title={m.answer_grading_answer()} answer={data.answer} />
      </div>
      {data.given ? <Given given={data.given} onNext={next} /> : <VerdictForm params={params} next={next} />}
    </>
  );
}
function Wanted({ answer: { expected, facts, forbidden } }: { answer: AnswerToGrade }) {
  const lists = [
    { label: m.answer_grading_facts(), texts: facts },
    { label: m.answer_grading_forbidden(), texts: forbidden },
  ].filter(({ texts }) => texts.length > 0);
  return (
    <dl className="grid grid-cols-1 gap-2 text-sm">
      <div>
        <dt className="text-xs text-muted">{m.answer_grading_expected()}</dt>
        <dd>{EXPECTED_WORDS[expected as Expected]()}</dd>
      </div>
      {lists.map(({ label, texts }) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          {texts.map((text) => (
            <dd key={text} dir="auto" className="wrap-anywhere">
              {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
function VerdictForm({ params, next }: { params: never; next(): void }) {
  const [comment, setComment] = useState("");
  const grade = useRouteMutation(gradeAnswer, {
    invalidates: [listAnswersToGrade, readAnswerToGrade, readAgreement, listDisagreements],
    done: next,
  });
  const give = (verdict: Verdict): void => {
    if (!grade.isPending) grade.mutate({ params, body: { verdict, comment } });
  };
  return (
    <>
      <div role="group" aria-label={m.answer_grading_is_good()} className="mb-4 flex flex-wrap gap-2">
        {(["passed", "failed"] as const).map((verdict, at) => (
          <ChoiceButton
            key={verdict}
            keys={String(at + 1)}
            label={VERDICT_WORDS[verdict]()}
            isChosen={false}
            busy={grade.isPending && grade.variables.body.verdict === verdict}
            onChoose={() => give(verdict)}
          />
        ))}
      </div>
      <Field label={m.answer_grading_comment()} hint={m.answer_grading_comment_hint()}>
        <TextArea rows={2} value={comment} limit={MAX_COMMENT} onChange={(event) => setComment(event.target.value)} />
      </Field>
      <p className="mt-4 text-xs text-muted">{m.answer_grading_once()}</p>
    </>
  );
}
function Given({ given, onNext }: { given: NonNullable<AnswerToGrade["given"]>; onNext(): void }) {
  const grades = [
    { label: m.answer_grading_you(), verdict: given.verdict },
    { label: m.answer_grading_rule(), verdict: given.rule },
    { label: m.answer_grading_judge(), verdict: given.judge },
  ];
  return (
    <>
      <dl className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-3">
        {grades.map(({ label, verdict }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd>{verdict === null ? m.answer_grading_not_judged() : VERDICT_WORDS[verdict]()}</dd>
          </div>
        ))}
      </dl>
      {given.comment !== "" && (
        <p dir="auto" className="mb-4 whitespace-pre-line wrap-anywhere">
          {given.comment}
        </p>
      )}
      <Button onClick={onNext}>{m.answer_grading_next()}</Button>
    </>
  );
}
