// The sets of questions: a list, a form for a new one, and whether questions may be made from conversations.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call, issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, Switch, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { useSettled } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { createQuestionSet, listQuestionSets, MAX_NAME, type QuestionSet, saveQuestionSettings, setPath } from "../contract.ts";

export default function SetsPage() {
  const { id } = useProject();
  return (
    <Page
      title={m.question_sets_title()}
      lead={m.question_sets_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.question_sets_title()} />}
    >
      <Content key={id} projectId={id} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const list = useInfiniteQuery({
    queryKey: [listQuestionSets.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listQuestionSets>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listQuestionSets, {
        params: { projectId } as never,
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
  });
  const settled = useSettled(list.isPending);
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!settled || !list.data) return <SectionsPending />;
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      {mayI("admin") && <NewSet projectId={projectId} />}
      {items.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title={m.question_sets_none()}
          body={mayI("admin") ? m.question_sets_none_body() : m.question_sets_none_member()}
        />
      ) : (
        <ul className="mb-5 grid grid-cols-1 rounded-lg border border-line bg-surface px-5">
          {items.map((set) => (
            <Item key={set.id} projectId={projectId} set={set} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mb-5 grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.question_sets_more()}
          </Button>
        </div>
      )}
      {mayI("admin") && <Consent projectId={projectId} allowed={list.data.pages[0]?.useConversations === true} owner={mayI("owner")} />}
    </>
  );
}

const Item = ({ projectId, set }: { projectId: string; set: QuestionSet }) => (
  <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 last:border-b-0">
    <Link to={setPath(projectId, set.id)} dir="auto" className="min-w-0 rounded-xs font-medium wrap-anywhere hover:underline">
      {set.name}
    </Link>
    <span className="text-muted">{m.question_sets_count({ count: set.questions })}</span>
    <span className="text-xs text-muted">{m.question_sets_version({ version: set.version })}</span>
    <RelativeTime at={set.updatedAt} short className="ms-auto text-xs text-faint" />
  </li>
);

function NewSet({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const create = useRouteMutation(createQuestionSet, {
    suppressToast: true,
    invalidates: [listQuestionSets],
    done: ({ set }) => {
      setClientId(crypto.randomUUID());
      setName("");
      void navigate({ to: setPath(projectId, set.id) });
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== "" && !create.isPending) create.mutate({ params: { projectId } as never, body: { clientId, name: name.trim() } });
  }
  const problem = issueOf(create.error, "name") ?? refusalOf(create.error);
  return (
    <Section title={m.question_sets_new()}>
      <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field label={m.question_sets_name()} error={problem} className="min-w-0 flex-1 basis-60">
          <TextInput dir="auto" autoComplete="off" value={name} limit={MAX_NAME} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ""}>
          {m.question_sets_create()}
        </Button>
      </form>
    </Section>
  );
}

function Consent({ projectId, allowed, owner }: { projectId: string; allowed: boolean; owner: boolean }) {
  const save = useRouteMutation(saveQuestionSettings, { invalidates: [listQuestionSets] });
  return (
    <Section title={m.question_sets_consent()}>
      <Switch
        label={m.question_sets_consent_switch()}
        hint={owner ? m.question_sets_consent_hint() : `${m.question_sets_consent_hint()} ${m.question_sets_consent_owner()}`}
        checked={allowed}
        disabled={!owner || save.isPending}
        onChange={(useConversations) => save.mutate({ params: { projectId } as never, body: { useConversations } })}
      />
    </Section>
  );
}
