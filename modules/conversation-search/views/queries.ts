// Reads of the search in the dashboard.
import { call } from "#dashboard/api.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isErased, withoutErasedData } from "#modules/contacts/views";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { type FoundConversation, listSavedSearches, searchConversations } from "../contract.ts";

/** Minutes east of UTC. */
const offset = (): never => String(-new Date().getTimezoneOffset()) as never;
type Answer = AnswerOf<typeof searchConversations>;
/** Nothing of a contact that this window knows to be erased, also if the answer is older than the erasure. */
export const stillThere = (items: readonly FoundConversation[]): FoundConversation[] =>
  items.filter(({ contact }) => !isErased(withoutErasedData({ ...contact, emailVerified: false })));

export const searchQuery = (projectId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [searchConversations.name, projectId, q],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Answer) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(searchConversations, { params: { projectId }, query: { q, cursor: pageParam, offset: offset() }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 60_000,
  });

/** The few hits that are shown while somebody types elsewhere. */
export const liveQuery = (projectId: string, q: string) =>
  queryOptions({
    queryKey: [searchConversations.name, projectId, q, "live"],
    queryFn: async ({ signal }) =>
      stillThere((await call(searchConversations, { params: { projectId }, query: { q, live: "1", offset: offset() }, signal })).items),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 15_000,
    gcTime: 60_000,
  });

export const savedQuery = (projectId: string) =>
  queryOptions({
    queryKey: [listSavedSearches.name, projectId],
    queryFn: async ({ signal }) => [...(await call(listSavedSearches, { params: { projectId }, signal })).items],
    staleTime: 60_000,
  });
