// The list of a view: view chips, rows drawn only where visible, further pages loaded while scrolling.
import { afterPaint } from "#dashboard/after-paint.ts";
import { queryClient } from "#dashboard/api.ts";
import { dropKeys, holdKeysFor } from "#dashboard/key-queue.ts";
import { inboxAction, Slot } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ListFilter } from "lucide-react";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { listQuery, threadQuery } from "#modules/live-inbox/views";
import { threadKeys } from "../thread-keys.ts";
import { listControl, listFilter, listFooter, listNote, listSelection } from "../slots.ts";
import { useFilter } from "./filter.ts";
import { ListEmpty } from "./list-empty.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { useSort } from "./use-sort.ts";
import { Rows } from "./rows.tsx";
import { ROW_HEIGHT } from "./row.tsx";
import { uniqueRows } from "./unique-rows.ts";
import { useListKeys } from "./use-list-keys.ts";
import { showRow } from "./use-window.ts";
import { ViewChips } from "./view-chips.tsx";

interface InboxListProps {
  readonly projectId: string;
  readonly me: string;
  readonly view: string;
  readonly selectedId: string | undefined;
  /** The path of a conversation in this view. */
  pathTo(conversationId: string): string;
  readonly replace: boolean;
}
// Without a connection its code may be missing; the list is there without it.
const SortMenu = lazy(() =>
  import("./sort-menu.tsx").then(
    (loaded) => ({ default: loaded.SortMenu }),
    () => ({ default: (() => null) as never }),
  ),
);
/** Pages without a row after which the list rests. */
const IN_VAIN = 5;
// Scroll position of each view, to restore it.
const scrolled = new Map<string, number>();

const prefetchThread = (projectId: string, id: string): void => void queryClient.prefetchQuery(threadQuery(projectId, id));

/** The inbox column. Keeps its scroll position when a thread opens, a row moves, or the view is left and entered again. */
export function InboxList({ projectId, me, view, selectedId, pathTo, replace }: InboxListProps) {
  const [filter, setFilter] = useFilter(projectId);
  const [sort, setSort] = useSort(projectId, view);
  const list = useInfiniteQuery(listQuery(projectId, { view, filter, sort }));
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  const rows = useMemo(() => uniqueRows(data?.pages.flatMap((page) => page.items) ?? []), [data]);
  const scroller = useRef<HTMLDivElement>(null);
  // What stands above the rows follows them.
  const settled = useDeferredValue(rows);
  const isInUse = (field: string): boolean => settled.some((row) => row.fields?.[field] !== undefined);
  const navigate = useNavigate();
  const onOpen = (id: string): void => {
    // Until its thread is there, R or E would be lost, or worse, meant for the conversation before it.
    if (id === selectedId) dropKeys();
    else holdKeysFor(threadKeys(id), ["j", "k"]);
    void navigate({ to: pathTo(id), replace });
  };
  const latest = useRef(onOpen);
  useEffect(() => void (latest.current = onOpen));
  // The same functions for as long as the list is there, or every row would be drawn again with each that is opened.
  const openRow = useCallback((id: string) => latest.current(id), []);
  const intendRow = useCallback((id: string) => prefetchThread(projectId, id), [projectId]);
  useListKeys({
    ...{ rows, selectedId, onOpen },
    onNear: (ids) => void afterPaint(() => ids.forEach((id) => prefetchThread(projectId, id))),
    scrollTo: (index) => showRow(scroller.current, index, ROW_HEIGHT),
  });

  const shownList = { view, sort: sort ?? data?.pages[0]?.view?.sort ?? "activity", conditions: data?.pages[0]?.view?.conditions };
  const place = `${projectId} ${view} ${filter ?? ""} ${sort ?? ""}`;
  const loaded = rows.length > 0;
  useLayoutEffect(() => {
    if (loaded && scroller.current) scroller.current.scrollTop = scrolled.get(place) ?? 0;
  }, [place, loaded]);
  // With a filter a page may have no row: after some of these nobody looks further back unless asked to.
  const inVain = data ? data.pages.length - 1 - data.pages.findLastIndex((page) => page.items.length > 0) : 0;
  const rests = hasNextPage && inVain >= IN_VAIN && inVain % IN_VAIN === 0;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !rests) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, rests, fetchNextPage]);
  // The rows call it; where there are none, the end is near.
  useEffect(() => {
    if (!loaded) onEnd();
  }, [loaded, onEnd]);

  return (
    <section aria-label={m.conversations_list()} className="relative flex h-full min-h-0 flex-col">
      <Suspense>
        <Slot of={listSelection} {...{ projectId, filter }} rows={settled} list={shownList} openId={selectedId} hasMore={hasNextPage} />
      </Suspense>
      <header className="flex min-h-12 shrink-0 flex-wrap items-center justify-end gap-1 px-4">
        {/* Shown whole or not at all: beside many buttons, on a phone, it wraps below the one line that there is. */}
        <h1 className="h-6 min-w-0 flex-1 overflow-hidden text-md font-semibold">
          <span className="inline-block" />
          <span className="inline-block whitespace-nowrap">{m.conversations_title()}</span>
        </h1>
        <Suspense>
          <Slot of={listFilter} projectId={projectId} view={view} filter={filter} onFilter={setFilter} isInUse={isInUse} />
          <Slot of={listControl} projectId={projectId} list={shownList} />
          <SortMenu sort={shownList.sort} onSort={setSort} conditions={shownList.conditions} />
          <Slot of={inboxAction} projectId={projectId} />
        </Suspense>
      </header>
      <ViewChips projectId={projectId} view={view} />
      <Suspense>
        <Slot of={listNote} projectId={projectId} list={shownList} />
      </Suspense>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : isPending || (rows.length === 0 && hasNextPage && !rests) ? (
        <ListSkeleton />
      ) : rests && rows.length === 0 ? (
        <EmptyState
          icon={ListFilter}
          title={m.conversations_empty_filter()}
          body={m.conversations_none_so_far()}
          action={<Button onClick={() => void fetchNextPage()}>{m.conversations_look_further()}</Button>}
        />
      ) : rows.length === 0 ? (
        <ListEmpty projectId={projectId} view={view} onClearFilter={filter === undefined ? undefined : () => setFilter(undefined)} />
      ) : (
        <div
          ref={scroller}
          onScroll={(event) => scrolled.set(place, event.currentTarget.scrollTop)}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
          role="list"
          aria-label={m.conversations_list()}
        >
          <Rows
            {...{ projectId, me, rows, selectedId, scroller, pathTo, onEnd }}
            hasMore={hasNextPage}
            onOpen={openRow}
            onIntent={intendRow}
          />
          {rests && (
            <div className="flex justify-center pb-3">
              <Button size="sm" onClick={() => void fetchNextPage()}>
                {m.conversations_look_further()}
              </Button>
            </div>
          )}
        </div>
      )}
      <Suspense>
        <Slot of={listFooter} projectId={projectId} />
      </Suspense>
    </section>
  );
}
