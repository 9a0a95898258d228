// Answers on which rule, judge and people differ: what each says, what was answered, and what a person decides.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, ClipboardCheck } from "lucide-react";
import { useState } from "react";
import { call, useRouteMutation } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { ItemView } from "#modules/evaluation/views";
import {
  decideDisagreement,
  type Disagreement,
  gradingPath,
  listDisagreements,
  MAX_COMMENT,
  readAgreement,
  type Verdict,
} from "../contract.ts";
import { nameOfPerson, VERDICT_WORDS } from "./words.ts";

type State = "open" | "decided";
export default function DisagreementsPage() {
  const { id: projectId } = useProject();
  const { runId = "" } = useParams({ strict: false }) as { runId?: string };
  const [state, setState] = useState<State>("open");
  return (
    <Page
      title={m.answer_grading_disagreements()}
      lead={
        <Link to={gradingPath(projectId, runId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.answer_grading_title()}
        </Link>
      }
      width="wide"
    >
      <div className="mb-4">
        <Tabs<State>
          label={m.answer_grading_show()}
          value={state}
          onChange={setState}
          tabs={[
            { value: "open", label: m.answer_grading_open_ones() },
            { value: "decided", label: m.answer_grading_decided_ones() },
          ]}
        />
      </div>
      <List key={`${runId} ${state}`} {...{ projectId, runId, state }} />
    </Page>
  );
}

function List({ projectId, runId, state }: { projectId: string; runId: string; state: State }) {
  const { mayI } = useProject();
  const list = useInfiniteQuery({
    queryKey: [listDisagreements.name, projectId, runId, state],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listDisagreements>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listDisagreements, {
        params: { projectId, endedRunId: runId } as never,
        query: { state, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
  });
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SectionsPending />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <EmptyState
        icon={ClipboardCheck}
        title={state === "open" ? m.answer_grading_none_undecided() : m.answer_grading_none_decided()}
        body={m.answer_grading_disagreements_body()}
      />
    );
  return (
    <>
      {!mayI("admin") && state === "open" && <p className="mb-4 text-muted">{m.answer_grading_admins_decide()}</p>}
      <ul className="grid grid-cols-1 gap-4">
        {items.map((one) => (
          <li key={one.item.place} className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-5">
            <ItemView item={one.item} chip={null} />
            <Grades one={one} />
            {one.decision && <Decision decision={one.decision} />}
            {mayI("admin") && <Decide {...{ projectId, runId }} questionId={one.item.question.id} given={one.decision?.verdict} />}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-4 grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.answer_grading_more()}
          </Button>
        </div>
      )}
    </>
  );
}

const VerdictChip = ({ verdict }: { verdict: Verdict }) => (
  <Chip tone={verdict === "passed" ? "ok" : "bad"}>{VERDICT_WORDS[verdict]()}</Chip>
);
function Grades({ one: { item, judge, people } }: { one: Disagreement }) {
  const grades = [
    { label: m.answer_grading_rule(), verdict: item.state === "passed" ? ("passed" as const) : ("failed" as const), comment: "" },
    ...(judge === null ? [] : [{ label: m.answer_grading_judge(), verdict: judge, comment: "" }]),
    ...people.map(({ name, verdict, comment }) => ({ label: nameOfPerson(name), verdict, comment })),
  ];
  return (
    <ul className="grid grid-cols-1 gap-1">
      {grades.map(({ label, verdict, comment }, at) => (
        <li key={at} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere">{label}</bdi>
          <VerdictChip verdict={verdict} />
          {comment !== "" && (
            <span dir="auto" className="min-w-0 text-muted wrap-anywhere">
              {comment}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
const Decision = ({ decision: { verdict, comment, by, at } }: { decision: NonNullable<Disagreement["decision"]> }) => (
  <div className="rounded-md bg-subtle px-3 py-2">
    <p className="wrap-anywhere">
      {m.answer_grading_decided_by({ verdict: VERDICT_WORDS[verdict](), name: nameOfPerson(by), day: formatDay(at) })}
    </p>
    {comment !== "" && (
      <p dir="auto" className="text-muted whitespace-pre-line wrap-anywhere">
        {comment}
      </p>
    )}
  </div>
);
interface DecideProps {
  readonly projectId: string;
  readonly runId: string;
  readonly questionId: string;
  readonly given: Verdict | undefined;
}
function Decide({ projectId, runId, questionId, given }: DecideProps) {
  const [comment, setComment] = useState("");
  const decide = useRouteMutation(decideDisagreement, { invalidates: [listDisagreements, readAgreement] });
  const to = (verdict: Verdict): void =>
    decide.mutate({
      params: { projectId, endedRunId: runId, setQuestionId: questionId } as never,
      body: { verdict, comment },
    });
  return (
    <details className="min-w-0" open={given === undefined}>
      <summary className="cursor-pointer rounded-xs text-accent-text pointer-coarse:min-h-11">
        {given === undefined ? m.answer_grading_decide() : m.answer_grading_decide_again()}
      </summary>
      <div className="mt-2 grid grid-cols-1 gap-3">
        <Field label={m.answer_grading_comment()}>
          <TextArea rows={2} value={comment} limit={MAX_COMMENT} onChange={(event) => setComment(event.target.value)} />
        </Field>
        <div className="flex flex-wrap gap-2">
          {(["passed", "failed"] as const).map((verdict) => (
            <Button key={verdict} busy={decide.isPending && decide.variables.body.verdict === verdict} onClick={() => to(verdict)}>
              {VERDICT_WORDS[verdict]()}
            </Button>
          ))}
        </div>
      </div>
    </details>
  );
}
