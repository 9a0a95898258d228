// One set: its questions with what is expected of them, and the ways to add more.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Download, ListChecks, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { call, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import {
  archiveQuestionSet,
  articlesPath,
  listQuestionSets,
  listSetQuestions,
  readQuestionSet,
  removeSetQuestion,
  type SetQuestion,
  setsPath,
} from "../contract.ts";
import { ImportForm } from "./import-form.tsx";
import { FromConversation, FromGaps } from "./other-sources.tsx";
import { QuestionForm } from "./question-form.tsx";
import { EXPECTED_WORDS } from "./words.ts";

export default function SetPage() {
  const { id: projectId } = useProject();
  const { setId = "" } = useParams({ strict: false });
  return <Content key={setId} projectId={projectId} setId={setId} />;
}

function Content({ projectId, setId }: { projectId: string; setId: string }) {
  const { mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readQuestionSet, { params: { projectId, questionSetId: setId } as never });
  const admin = mayI("admin") && data?.archived === false;
  return (
    <Page
      title={data?.set.name ?? m.question_sets_tab()}
      lead={
        <Link to={setsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.question_sets_back()}
        </Link>
      }
      width="wide"
      actions={admin && <Actions projectId={projectId} setId={setId} />}
    >
      {data ? (
        <>
          {data.archived && <p className="mb-5 rounded-md bg-subtle px-3 py-2">{m.question_sets_is_archived()}</p>}
          <Questions projectId={projectId} setId={setId} admin={admin} version={data.set.version} />
          {admin && (
            <>
              <Section title={m.question_sets_add()}>
                <QuestionForm projectId={projectId} setId={setId} />
              </Section>
              <ImportForm projectId={projectId} setId={setId} />
              <FromConversation projectId={projectId} setId={setId} />
              <FromGaps projectId={projectId} setId={setId} />
            </>
          )}
        </>
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

function Actions({ projectId, setId }: { projectId: string; setId: string }) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const archive = useRouteMutation(archiveQuestionSet, {
    suppressToast: true,
    invalidates: [listQuestionSets],
    done: () => void navigate({ to: setsPath(projectId) }),
  });
  return (
    <>
      <a className={buttonLink} href={`/api/management/projects/${projectId}/question-sets/${setId}/questions.csv`} download>
        <Download className="size-4" aria-hidden />
        {m.question_sets_export()}
      </a>
      <a className={buttonLink} href={`/api/management/projects/${projectId}/question-sets/${setId}/questions.jsonl`} download>
        <Download className="size-4" aria-hidden />
        {m.question_sets_export_lines()}
      </a>
      <Link className={buttonLink} to={articlesPath(projectId, setId)}>
        {m.question_sets_articles()}
      </Link>
      <Button onClick={() => setAsks(true)}>{m.question_sets_archive()}</Button>
      <ConfirmDialog
        open={asks}
        title={m.question_sets_archive_title()}
        body={m.question_sets_archive_body()}
        action={m.question_sets_archive()}
        busy={archive.isPending}
        error={archive.error ? messageOf(archive.error) : undefined}
        onClose={() => setAsks(false)}
        onConfirm={() => archive.mutate({ params: { projectId, questionSetId: setId } as never })}
      />
    </>
  );
}

interface QuestionsProps {
  readonly projectId: string;
  readonly setId: string;
  readonly admin: boolean;
  readonly version: number;
}
function Questions({ projectId, setId, admin, version }: QuestionsProps) {
  const list = useInfiniteQuery({
    queryKey: [listSetQuestions.name, projectId, setId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listSetQuestions>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listSetQuestions, {
        params: { projectId, questionSetId: setId } as never,
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
  });
  const [editing, setEditing] = useState<string>();
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SectionsPending />;
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <Section title={m.question_sets_questions()} lead={m.question_sets_version({ version })}>
      {items.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title={m.question_sets_no_questions()}
          body={admin ? m.question_sets_no_questions_body() : undefined}
        />
      )}
      <ul className="grid grid-cols-1">
        {items.map((question) => (
          <li key={question.id} className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
            {editing === question.id ? (
              <Editing {...{ projectId, setId, question }} onDone={() => setEditing(undefined)} />
            ) : (
              <Question {...{ projectId, setId, question, admin }} onEdit={() => setEditing(question.id)} />
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.question_sets_more()}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface QuestionProps {
  readonly projectId: string;
  readonly setId: string;
  readonly question: SetQuestion;
}
const Editing = ({ projectId, setId, question, onDone }: QuestionProps & { onDone(): void }) => (
  <div className="grid gap-3">
    <div>
      <h3 className="font-medium">{m.question_sets_change()}</h3>
      <p className="text-xs text-muted">{m.question_sets_change_lead()}</p>
    </div>
    <QuestionForm projectId={projectId} setId={setId} replaces={question} onDone={onDone} />
  </div>
);

function Question({ projectId, setId, question, admin, onEdit }: QuestionProps & { admin: boolean; onEdit(): void }) {
  const remove = useRouteMutation(removeSetQuestion, { invalidates: [listSetQuestions, readQuestionSet] });
  const params = { projectId, questionSetId: setId, setQuestionId: question.id } as never;
  const entries = [
    { label: m.question_sets_facts(), list: question.facts },
    { label: m.question_sets_forbidden(), list: question.forbidden },
    { label: m.question_sets_sources(), list: question.sources },
  ].filter(({ list }) => list.length > 0);
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        {question.erased ? (
          <p className="text-muted">{m.question_sets_erased()}</p>
        ) : (
          <p dir="auto" className="font-medium wrap-anywhere">
            {question.question}
          </p>
        )}
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Chip>{EXPECTED_WORDS[question.outcome]()}</Chip>
          {question.topic !== "" && <bdi className="wrap-anywhere">{question.topic}</bdi>}
          <span>{languageName(question.locale)}</span>
        </div>
        {entries.map(({ label, list }) => (
          <p key={label} className="text-xs text-muted wrap-anywhere">
            {label}: <bdi>{list.join(" · ")}</bdi>
          </p>
        ))}
      </div>
      {admin && (
        <div className="flex gap-2">
          {!question.erased && (
            <Button size="sm" icon={Pencil} aria-label={m.question_sets_edit_which({ question: question.question })} onClick={onEdit}>
              {m.question_sets_edit()}
            </Button>
          )}
          <Button
            size="sm"
            icon={Trash2}
            busy={remove.isPending}
            aria-label={m.question_sets_remove_which({ question: question.question })}
            onClick={() => remove.mutate({ params })}
          >
            {m.question_sets_remove()}
          </Button>
        </div>
      )}
    </div>
  );
}
