// Companies in the query cache.
import { call, queryClient } from "#dashboard/api.ts";
import { rereadLists } from "#modules/live-inbox/views";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listCompanies, listCompanyContacts, listCompanyConversations, readCompany, readContactCompany } from "../contract.ts";

export const companiesQuery = (projectId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [listCompanies.name, projectId, q],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listCompanies, {
        params: { projectId } as never,
        query: { ...(q === "" ? {} : { q }), cursor: pageParam } as never,
        signal,
      }),
    staleTime: 15_000,
  });
export const companyQuery = (projectId: string, companyId: string) =>
  queryOptions({
    queryKey: [readCompany.name, projectId, companyId],
    queryFn: async ({ signal }) => (await call(readCompany, { params: { projectId, companyId } as never, signal })).company,
  });
export const contactsQuery = (projectId: string, companyId: string) =>
  infiniteQueryOptions({
    queryKey: [listCompanyContacts.name, projectId, companyId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listCompanyContacts, { params: { projectId, companyId } as never, query: { cursor: pageParam } as never, signal }),
  });
export const ofContactQuery = (projectId: string, contactId: string) =>
  queryOptions({
    queryKey: [readContactCompany.name, projectId, contactId],
    queryFn: ({ signal }) => call(readContactCompany, { params: { projectId, contactId } as never, signal }),
    staleTime: 15_000,
  });

/** Call before the list is shown after a deletion: what was read before still has the company. */
export const forgetLists = (projectId: string): void => queryClient.removeQueries({ queryKey: [listCompanies.name, projectId] });

/** Call after a company, or who belongs to it, was changed: everything shown of companies is read again, and the lists that may be chosen by them. */
export async function rereadCompanies(projectId: string): Promise<void> {
  rereadLists(projectId);
  const all = [listCompanies, readCompany, listCompanyContacts, readContactCompany];
  await Promise.all([
    ...all.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name, projectId] })),
    queryClient.invalidateQueries({ queryKey: [listCompanyConversations.name] }),
  ]);
}
