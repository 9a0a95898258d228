// Two answers to each question side by side, of runs that stay unknown until one has finished; then the results.
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { runsPath } from "#modules/evaluation/contract";
import {
  type Choice,
  finishBlindGrading,
  gradeBlindPair,
  listBlindGradings,
  MAX_COMMENT,
  readBlindGrading,
  readBlindPair,
  readBlindResults,
} from "../contract.ts";
import { BlindResultsView } from "./parts/blind-results.tsx";
import { AnswerView } from "./parts/answer-view.tsx";
import { ChoiceButton } from "./parts/choice-button.tsx";
import { Question, Stepper } from "./parts/stepper.tsx";

export default function BlindPage() {
  const { id: projectId } = useProject();
  const { gradingId = "" } = useParams({ strict: false }) as { gradingId?: string };
  return (
    <Page
      title={m.answer_grading_blind()}
      lead={
        <Link to={runsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.answer_grading_to_evaluation()}
        </Link>
      }
      width="wide"
    >
      <Content key={gradingId} {...{ projectId, gradingId }} />
    </Page>
  );
}

interface Ids {
  readonly projectId: string;
  readonly gradingId: string;
}
function Content({ projectId, gradingId }: Ids) {
  const params = { projectId, blindGradingId: gradingId } as never;
  const { data, error, refetch } = useRouteQuery(readBlindGrading, { params });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  if (data.grading.finished) return <BlindResultsView {...{ projectId, gradingId }} />;
  const steps = data.pairs.map(({ questionId, choice }) => ({ questionId, isGraded: choice !== null }));
  const graded = steps.filter(({ isGraded }) => isGraded).length;
  return (
    <>
      <Stepper steps={steps} end={<p className="text-muted">{m.answer_grading_at_end()}</p>}>
        {({ questionId, moved, next }) => <Pair key={questionId} {...{ projectId, gradingId, questionId, moved, next }} />}
      </Stepper>
      <Finish {...{ projectId, gradingId }} isComplete={graded === steps.length} />
    </>
  );
}

function Pair({ projectId, gradingId, questionId, moved, next }: Ids & { questionId: string; moved: boolean; next(): void }) {
  const params = { projectId, blindGradingId: gradingId, setQuestionId: questionId } as never;
  const { data, error, refetch } = useRouteQuery(readBlindPair, { params });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return <PairForm {...{ params, moved, next }} pair={data} />;
}
const CHOICES: readonly { readonly choice: Choice; readonly keys: string; readonly label: () => string }[] = [
  { choice: "answer_1", keys: "1", label: m.answer_grading_better_1 },
  { choice: "answer_2", keys: "2", label: m.answer_grading_better_2 },
  { choice: "same", keys: "0", label: m.answer_grading_same },
  { choice: "both_bad", keys: "9", label: m.answer_grading_both_bad },
];
interface FormProps {
  readonly params: never;
  readonly pair: AnswerOf<typeof readBlindPair>;
  readonly moved: boolean;
  next(): void;
}
function PairForm({ params, pair, moved, next }: FormProps) {
  const [comment, setComment] = useState(pair.comment);
  const grade = useRouteMutation(gradeBlindPair, { invalidates: [readBlindGrading, readBlindPair, listBlindGradings], done: next });
  const choose = (choice: Choice): void => {
    if (!grade.isPending) grade.mutate({ params, body: { choice, comment } });
  };
  return (
    <>
      <Question text={pair.question} moved={moved} />
      <div className="mb-4 grid grid-cols-1 gap-4 md:grid-cols-2">
        <AnswerView title={m.answer_grading_answer_1()} answer={pair.answers[0]} />
        <AnswerView title={m.answer_grading_answer_2()} answer={pair.answers[1]} />
      </div>
      <div role="group" aria-label={m.answer_grading_which()} className="mb-4 flex flex-wrap gap-2">
        {CHOICES.map(({ choice, keys, label }) => (
          <ChoiceButton
            key={choice}
            {...{ keys, label: label() }}
            isChosen={pair.choice === choice}
            busy={grade.isPending && grade.variables.body.choice === choice}
            onChoose={() => choose(choice)}
          />
        ))}
      </div>
      <Field label={m.answer_grading_comment()} hint={m.answer_grading_comment_hint()}>
        <TextArea rows={2} value={comment} limit={MAX_COMMENT} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </>
  );
}
function Finish({ projectId, gradingId, isComplete }: Ids & { isComplete: boolean }) {
  const [asks, setAsks] = useState(false);
  const finish = useRouteMutation(finishBlindGrading, { invalidates: [readBlindGrading, readBlindResults, listBlindGradings] });
  const run = (): void => finish.mutate({ params: { projectId, blindGradingId: gradingId } as never, body: {} });
  return (
    <div className="mt-6">
      <Section title={m.answer_grading_finish()}>
        <p className="text-muted">{m.answer_grading_finish_body()}</p>
        <div className="flex flex-wrap gap-2">
          {isComplete || asks ? (
            <Button variant={isComplete ? "primary" : "danger"} busy={finish.isPending} onClick={run}>
              {isComplete ? m.answer_grading_finish_now() : m.answer_grading_finish_early()}
            </Button>
          ) : (
            <Button onClick={() => setAsks(true)}>{m.answer_grading_finish_now()}</Button>
          )}
        </div>
      </Section>
    </div>
  );
}
