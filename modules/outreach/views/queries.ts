// Outreach in the query cache.
import { call, queryClient } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  listOutreachReviews,
  readContactOutreach,
  readLeadOutreach,
  readOutreachResults,
  readOutreachSettings,
  type Sequence,
} from "../contract.ts";

export const leadOutreachQuery = (projectId: string, leadId: string) =>
  queryOptions({
    queryKey: [readLeadOutreach.name, projectId, leadId],
    queryFn: ({ signal }) => call(readLeadOutreach, { params: { projectId, leadId } as never, signal }),
    staleTime: 10_000,
  });
export const reviewsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [listOutreachReviews.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listOutreachReviews>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listOutreachReviews, { params: { projectId } as never, query: { cursor: pageParam } as never, signal }),
  });
export const resultsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [readOutreachResults.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof readOutreachResults>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(readOutreachResults, { params: { projectId } as never, query: { cursor: pageParam } as never, signal }),
  });
export const settingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [readOutreachSettings.name, projectId],
    queryFn: ({ signal }) => call(readOutreachSettings, { params: { projectId } as never, signal }),
  });
export const contactOutreachQuery = (projectId: string, contactId: string) =>
  queryOptions({
    queryKey: [readContactOutreach.name, projectId, contactId],
    queryFn: ({ signal }) => call(readContactOutreach, { params: { projectId, contactId } as never, signal }),
  });

/** Keeps what the server answered where the lead's page reads it, and reads the lists again. */
export async function keep(projectId: string, sequence: Sequence): Promise<void> {
  queryClient.setQueryData(leadOutreachQuery(projectId, sequence.leadId).queryKey, (held) => held && { ...held, sequence });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [listOutreachReviews.name, projectId] }),
    queryClient.invalidateQueries({ queryKey: [readOutreachResults.name, projectId] }),
  ]);
}
