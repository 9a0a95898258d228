// Queries of the inbox in the query cache, under one key per project, so that a reset can drop all of them.
import { call, queryClient } from "#dashboard/api.ts";
import { isErased } from "#modules/contacts/views";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { countConversations, type Draft, isAge, listConversations, openThread } from "#modules/conversations/contract";
import type { ListPage, ThreadAnswer } from "./answers.ts";
import { takeEarlyList } from "./early-list.ts";
import { joinThreads } from "./events.ts";
import type { ThreadContext } from "./outgoing.ts";
import type { ListScope } from "./rows.ts";
import { canCatchUp, catchUpList, catchUpThread, isOvertaken } from "./recent.ts";
import { clearErasedRow, clearErasedThread } from "./erased-contacts.ts";
import { shareRows } from "./share-rows.ts";

export type { ListPage, ThreadAnswer };

export const keys = {
  project: (projectId: string) => ["conversations", projectId] as const,
  lists: (projectId: string) => ["conversations", projectId, "list"] as const,
  list: (projectId: string, { view, contactId, filter, sort }: ListScope) =>
    ["conversations", projectId, "list", view, contactId ?? null, filter ?? null, sort ?? null] as const,
  counts: (projectId: string) => ["conversations", projectId, "counts"] as const,
  threads: (projectId: string) => ["conversations", projectId, "thread"] as const,
  thread: (projectId: string, conversationId: string) => ["conversations", projectId, "thread", conversationId] as const,
};

/** Reads again all that is shown of the project's conversations. */
export const rereadInbox = (projectId: string): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.project(projectId) });

/**
 * A response as new as the live connection: one that was read before the connection began to listen lacks events that nobody will deliver
 * any more, so it is read once again.
 */
async function readComplete<A extends { readonly head: number }>(projectId: string, read: () => Promise<A>): Promise<A> {
  const answer = await read();
  return canCatchUp(projectId, answer.head) ? answer : await read();
}

/** A view of the inbox, or all conversations of one contact. */
export const listQuery = (projectId: string, scope: ListScope) =>
  infiniteQueryOptions({
    queryKey: keys.list(projectId, scope),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage) => page.next ?? undefined,
    queryFn: async ({ pageParam, signal }) => {
      const plain = pageParam === undefined && scope.contactId === undefined && scope.filter === undefined && scope.sort === undefined;
      const early = plain ? await takeEarlyList(projectId, scope.view)?.catch(() => undefined) : undefined;
      const read = () =>
        call(listConversations, {
          params: { projectId },
          query: { ...scope, cursor: pageParam as never, contactId: scope.contactId as never },
          signal,
        });
      const answer = early && canCatchUp(projectId, early.head) ? early : await readComplete(projectId, read);
      const page = { ...answer, items: answer.items.map(clearErasedRow) };
      return pageParam === undefined ? catchUpList(projectId, page, scope) : page;
    },
    structuralSharing: (held: unknown, come: unknown) => shareRows(held as ListData | undefined, come as ListData),
    staleTime: 60_000,
    // A view that compares with the current time changes without an event, and one that is being filled grows.
    refetchInterval: ({ state }) => {
      const view = state.data?.pages[0]?.view;
      if (view?.filling) return FILLING_EVERY;
      return view?.conditions.some(isAge) ? TIME_PASSES : false;
    },
  });
type ListData = InfiniteData<ListPage, string | undefined>;
const FILLING_EVERY = 1500;
const TIME_PASSES = 60_000;

export const countsQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.counts(projectId),
    queryFn: async ({ signal }) => {
      const counts = await readComplete(projectId, () => call(countConversations, { params: { projectId }, signal }));
      if (isOvertaken(projectId, counts.head)) recountSoon(projectId);
      return counts;
    },
    staleTime: 60_000,
  });

const recounts = new Map<string, ReturnType<typeof setTimeout>>();
// A burst of changes refetches the counts once.
const RECOUNT_AFTER = 1500;
/** Counts again, soon: what has happened cannot be counted here. */
export function recountSoon(projectId: string): void {
  clearTimeout(recounts.get(projectId));
  recounts.set(
    projectId,
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: keys.counts(projectId) }), RECOUNT_AFTER),
  );
}

/** A thread; a refetch keeps older history that was loaded before. */
export const threadQuery = (projectId: string, conversationId: string) =>
  queryOptions({
    queryKey: keys.thread(projectId, conversationId),
    queryFn: async ({ signal }) => {
      const begun = performance.now();
      const read = () => call(openThread, { params: { projectId, conversationId }, signal });
      const answer = catchUpThread(projectId, await readComplete(projectId, read));
      // Read before the last change of a draft here, it may bring back what was written or sent before that.
      const held = begun <= (draftsChanged.get(conversationId) ?? -1) && queryClient.getQueryData(keys.thread(projectId, conversationId));
      return held ? { ...answer, drafts: (held as ThreadAnswer).drafts } : answer;
    },
    // Everything written into a thread passes through here, also responses to requests from before an erasure.
    structuralSharing: (held: unknown, fresh: unknown) =>
      clearErasedThread(joinThreads(held as ThreadAnswer | undefined, fresh as ThreadAnswer)),
    staleTime: 15_000,
  });

/** When drafts of a conversation were last changed here, in the page's milliseconds. */
const draftsChanged = new Map<string, number>();
/** Changes the drafts that are held of a conversation. Answers that are on their way by then do not replace them. */
export function changeDrafts({ projectId, conversationId }: ThreadContext, change: (drafts: readonly Draft[]) => readonly Draft[]): void {
  draftsChanged.set(conversationId, performance.now());
  queryClient.setQueryData<ThreadAnswer>(
    keys.thread(projectId, conversationId),
    (held) => held && { ...held, drafts: [...change(held.drafts)] },
  );
}

/** Tells of every conversation that is written or read here whether the member has a draft in it. */
export const onDrafts = (told: (projectId: string, conversationId: string, has: boolean) => void): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [of, projectId, what, conversationId] = query.queryKey as readonly string[];
    if (type !== "updated" || of !== "conversations" || what !== "thread" || projectId === undefined || conversationId === undefined)
      return;
    const { data } = query.state as { readonly data: ThreadAnswer | undefined };
    if (data) told(projectId, conversationId, data.drafts.length > 0);
  });

/** Whether the data of the contact in this thread was erased. */
export function isErasedIn(projectId: string, conversationId: string): boolean {
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(projectId, conversationId));
  return held !== undefined && isErased(held.contact);
}
