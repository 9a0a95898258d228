// Questions proposed from articles, for a set: taken from headings or asked of a model, then accepted, edited or refused.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, Check, FileQuestion, X } from "lucide-react";
import { useState } from "react";
import { call, issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { listArticles } from "#modules/articles/contract";
import { listSetQuestions, readQuestionSet, setPath } from "#modules/question-sets/contract";
import {
  decideQuestionProposals,
  estimateQuestionProposals,
  listQuestionProposals,
  proposeQuestions,
  type QuestionProposal,
  readEvaluation,
} from "../contract.ts";

interface OfSet {
  readonly projectId: string;
  readonly setId: string;
}
export default function ProposalsPage() {
  const { id: projectId } = useProject();
  const { setId = "" } = useParams({ strict: false }) as { setId?: string };
  return <Content key={setId} projectId={projectId} setId={setId} />;
}

function Content({ projectId, setId }: OfSet) {
  const { mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readQuestionSet, { params: { projectId, questionSetId: setId } as never });
  const admin = mayI("admin") && data?.archived === false;
  return (
    <Page
      title={m.evaluation_proposals_title()}
      lead={
        <Link to={setPath(projectId, setId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {data?.set.name ?? m.evaluation_proposals_back()}
        </Link>
      }
      width="wide"
    >
      {data ? (
        <>
          {admin ? <Propose projectId={projectId} setId={setId} /> : <p className="mb-5 text-muted">{m.evaluation_proposals_members()}</p>}
          <Proposals projectId={projectId} setId={setId} admin={admin} />
        </>
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

function Propose({ projectId, setId }: OfSet) {
  const params = { projectId, questionSetId: setId } as never;
  const [q, setQ] = useState("");
  const articles = useRouteQuery(listArticles, {
    params: { projectId } as never,
    query: { state: "published", ...(q.trim() === "" ? {} : { q: q.trim().slice(0, 100) }) },
  });
  const setup = useRouteQuery(readEvaluation, { params: { projectId } as never });
  const [chosen, setChosen] = useState("");
  const [typed, setModel] = useState<string>();
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const offered = setup.data?.models.filter((one) => one.includes("/")) ?? [];
  const model = (typed ?? offered[0] ?? "").trim();
  const [articleId = "", locale = ""] = chosen.split(" ");
  const estimate = useRouteQuery(
    estimateQuestionProposals,
    { params, query: { articleId, locale, model } as never },
    { enabled: chosen !== "" && model !== "" && offered.length > 0 },
  );
  const propose = useRouteMutation(proposeQuestions, {
    suppressToast: true,
    invalidates: [listQuestionProposals],
    done: () => setClientId(crypto.randomUUID()),
  });
  if (!articles.data && !articles.error) return <SectionsPending />;
  if (articles.error && !articles.data) return <ProblemState error={articles.error} onRetry={() => void articles.refetch()} />;
  const options = (articles.data?.items ?? [])
    .filter(({ audience, assistant }) => audience !== "members" && assistant)
    .flatMap(({ id, locales }) =>
      locales
        .filter(({ version }) => version !== null)
        .map((one) => ({
          value: `${id} ${one.locale}`,
          label: m.evaluation_proposals_article({ title: one.title, language: languageName(one.locale) }),
        })),
    );
  const begin = (by: string | null): void =>
    propose.mutate({ params, body: { clientId, articleId: articleId as never, locale: locale as never, model: by } });
  const problem = refusalOf(propose.error) ?? refusalOf(estimate.error);
  return (
    <Section title={m.evaluation_proposals_new()} lead={m.evaluation_proposals_lead()}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={m.evaluation_proposals_find()}>
          <TextInput type="search" autoComplete="off" value={q} onChange={(event) => setQ(event.target.value)} />
        </Field>
        <Field label={m.evaluation_proposals_choose()}>
          <Select value={chosen} onChange={setChosen} options={[{ value: "", label: m.evaluation_proposals_none_chosen() }, ...options]} />
        </Field>
        {offered.length > 0 && (
          <Field label={m.evaluation_model()} hint={m.evaluation_model_hint()} error={issueOf(propose.error, "model")}>
            <TextInput autoComplete="off" spellCheck={false} value={typed ?? model} onChange={(event) => setModel(event.target.value)} />
          </Field>
        )}
      </div>
      {offered.length === 0 && setup.data && <p className="text-muted">{m.evaluation_proposals_no_model()}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="primary" busy={propose.isPending} disabled={chosen === ""} onClick={() => begin(null)}>
          {m.evaluation_proposals_headings()}
        </Button>
        {offered.length > 0 && (
          <Button disabled={chosen === "" || model === "" || propose.isPending} onClick={() => begin(model)}>
            {m.evaluation_proposals_ask()}
          </Button>
        )}
        {estimate.data && <p className="text-xs text-muted">{m.evaluation_proposals_most({ usd: formatUsd(estimate.data.mostUsd) })}</p>}
      </div>
      {propose.data && !propose.isPending && (
        <p role="status">
          {propose.data.added === 0 ? m.evaluation_proposals_nothing_new() : m.evaluation_proposals_added({ count: propose.data.added })}
          {propose.data.costUsd > 0 && ` ${formatUsd(propose.data.costUsd)}`}
        </p>
      )}
      {problem && (
        <p role="alert" className="text-bad-text wrap-anywhere">
          {problem}
        </p>
      )}
    </Section>
  );
}

interface Edited {
  readonly question: string;
  /** One on each line. */
  readonly facts: string;
}
function Proposals({ projectId, setId, admin }: OfSet & { admin: boolean }) {
  const list = useInfiniteQuery({
    queryKey: [listQuestionProposals.name, projectId, setId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listQuestionProposals>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listQuestionProposals, {
        params: { projectId, questionSetId: setId } as never,
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
  });
  const [edits, setEdits] = useState<Readonly<Record<string, Edited>>>({});
  const decide = useRouteMutation(decideQuestionProposals, {
    suppressToast: true,
    invalidates: [listQuestionProposals, listSetQuestions, readQuestionSet],
  });
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SectionsPending />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <EmptyState icon={FileQuestion} title={m.evaluation_proposals_empty()} body={m.evaluation_proposals_empty_body()} />;
  const wordsOf = (one: QuestionProposal): Edited => edits[one.id] ?? { question: one.question, facts: one.facts.join("\n") };
  const inputOf = (one: QuestionProposal) => {
    const { question, facts } = wordsOf(one);
    const entries = facts.split("\n").map((fact) => fact.trim());
    return { id: one.id, question: question.trim(), facts: entries.filter((fact) => fact !== "") };
  };
  const send = (accept: readonly QuestionProposal[], refuse: readonly QuestionProposal[]): void =>
    decide.mutate({
      params: { projectId, questionSetId: setId } as never,
      body: { accept: accept.map(inputOf), refuse: refuse.map(({ id }) => id) },
    });
  const first = items.slice(0, 100);
  return (
    <Section title={m.evaluation_proposals_open()}>
      {admin && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={decide.isPending} onClick={() => send(first, [])}>
            {m.evaluation_proposals_accept_all()}
          </Button>
          <Button disabled={decide.isPending} onClick={() => send([], first)}>
            {m.evaluation_proposals_refuse_all()}
          </Button>
        </div>
      )}
      {decide.error && (
        <p role="alert" className="text-bad-text wrap-anywhere">
          {refusalOf(decide.error) ?? m.evaluation_proposals_incomplete()}
        </p>
      )}
      <ul className="grid grid-cols-1">
        {items.map((one) => {
          const words = wordsOf(one);
          const change = (part: Partial<Edited>): void => setEdits({ ...edits, [one.id]: { ...words, ...part } });
          return (
            <li key={one.id} className="grid grid-cols-1 gap-3 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                <Chip>{one.method === "headings" ? m.evaluation_proposals_by_headings() : m.evaluation_proposals_by_model()}</Chip>
                <bdi className="min-w-0 wrap-anywhere">{one.title}</bdi>
                <span>{languageName(one.locale)}</span>
              </div>
              {admin ? (
                <>
                  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                    <Field label={m.evaluation_proposals_question()}>
                      <TextArea dir="auto" rows={2} value={words.question} onChange={(event) => change({ question: event.target.value })} />
                    </Field>
                    <Field label={m.evaluation_proposals_facts()}>
                      <TextArea dir="auto" rows={2} value={words.facts} onChange={(event) => change({ facts: event.target.value })} />
                    </Field>
                  </div>
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="sm"
                      icon={Check}
                      disabled={decide.isPending || words.question.trim() === ""}
                      aria-label={m.evaluation_proposals_accept_which({ question: one.question })}
                      onClick={() => send([one], [])}
                    >
                      {m.evaluation_proposals_accept()}
                    </Button>
                    <Button
                      size="sm"
                      icon={X}
                      disabled={decide.isPending}
                      aria-label={m.evaluation_proposals_refuse_which({ question: one.question })}
                      onClick={() => send([], [one])}
                    >
                      {m.evaluation_proposals_refuse()}
                    </Button>
                  </div>
                </>
              ) : (
                <p dir="auto" className="wrap-anywhere">
                  {one.question}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.evaluation_more()}
          </Button>
        </div>
      )}
    </Section>
  );
}
