// All delegated work of the project, newest first: by its state, whose it is, and words.
import { call } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Checkbox, Field, Select } from "#dashboard/ui/field.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton, useSettled } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History, SearchX } from "lucide-react";
import { useId, useState } from "react";
import { type Delegation, listDelegatedWork, STATUSES, type WaitingWork } from "../contract.ts";
import { Exchange } from "./question.tsx";
import { Files } from "./files.tsx";
import { Text } from "./text.tsx";
import { WorkTabs } from "./work-tabs.tsx";
import { wordsOf } from "./work-words.ts";

type Status = Delegation["status"];
const NAMES: Readonly<Record<Status, () => string>> = {
  queued: m.delegated_work_status_queued,
  started: m.delegated_work_status_started,
  completed: m.delegated_work_status_completed,
  revoked: m.delegated_work_status_revoked,
  cancelled: m.delegated_work_status_cancelled,
};

export default function WorkHistoryPage() {
  const { id: projectId } = useProject();
  const [words, setWords] = useState("");
  const [status, setStatus] = useState<Status | "">("");
  const [isMine, setIsMine] = useState(false);
  const q = useDebounced(words.trim(), 250);
  const query = { ...(q !== "" && { q }), ...(status !== "" && { status }), ...(isMine && { mine: "1" as const }) };
  const list = useInfiniteQuery({
    queryKey: [listDelegatedWork.name, projectId, query],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listDelegatedWork>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listDelegatedWork, {
        params: { projectId },
        query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const settled = useSettled(list.isPending);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = q !== "" || status !== "" || isMine;
  return (
    <Page title={m.delegated_work_history()} lead={m.delegated_work_history_lead()} width="wide" tabs={<WorkTabs />}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput label={m.delegated_work_history_search()} value={words} onType={setWords} />
        <Field label={m.delegated_work_history_status()} hideLabel>
          <Select
            value={status}
            onChange={(value) => setStatus(STATUSES.find((one) => one === value) ?? "")}
            options={[{ value: "", label: m.delegated_work_history_any() }, ...STATUSES.map((value) => ({ value, label: NAMES[value]() }))]}
          />
        </Field>
        <Checkbox label={m.delegated_work_history_mine()} checked={isMine} onChange={setIsMine} />
      </div>
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : !settled || list.isPending ? (
        <Skeleton>
          <div className="grid gap-3">
            <Bar className="h-16 w-full" />
            <Bar className="h-16 w-full" />
            <Bar className="h-16 w-full" />
          </div>
        </Skeleton>
      ) : (
        <>
          {items.length > 0 ? (
            <ul className="grid grid-cols-1 gap-3">
              {items.map((item) => (
                <Item key={item.delegation.id} projectId={projectId} item={item} />
              ))}
            </ul>
          ) : list.hasNextPage ? (
            <p role="status" className="text-muted">
              {m.delegated_work_history_none_yet()}
            </p>
          ) : isFiltered ? (
            <EmptyState icon={SearchX} title={m.delegated_work_history_not_found()} body={m.delegated_work_history_not_found_body()} />
          ) : (
            <EmptyState icon={History} title={m.delegated_work_history_none()} body={m.delegated_work_history_none_body()} />
          )}
          {list.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.delegated_work_waiting_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function Item({ projectId, item: { delegation: one, person, customer } }: { projectId: string; item: WaitingWork }) {
  const me = useMe().id;
  const title = useId();
  const { icon: Icon, tone, title: says } = wordsOf(one, false);
  return (
    <li>
      <article aria-labelledby={title} className="grid grid-cols-1 gap-2 rounded-lg border border-line bg-surface px-5 py-3.5">
        <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
          <div className="grid min-w-0 flex-1 basis-60 grid-cols-1 gap-0.5">
            <h2 id={title} className="font-medium wrap-anywhere">
              {customer.name ?? customer.email ?? m.delegated_work_customer()}
            </h2>
            <p className="wrap-anywhere">{says}</p>
            <p className="text-xs text-muted wrap-anywhere">
              {one.accountId === me
                ? m.delegated_work_waiting_you()
                : m.delegated_work_waiting_by({ name: person ?? m.delegated_work_team() })}
              {one.device !== null && ` · ${one.device}`}
              {" · "}
              <RelativeTime at={one.createdAt} />
            </p>
          </div>
          <Link to={threadPath(projectId, one.conversationId) as never} className={buttonLink}>
            {m.delegated_work_waiting_conversation()}
          </Link>
        </div>
        {one.task !== "" && (
          <Text label={m.delegated_work_task()} text={one.task}>
            <Files files={one.files} />
          </Text>
        )}
        <Exchange turns={one.turns} />
        {one.report !== null && one.report !== "" && (
          <Text label={m.delegated_work_report()} text={one.report}>
            <Files files={one.reportFiles} />
          </Text>
        )}
      </article>
    </li>
  );
}
