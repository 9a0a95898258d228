// What this module keeps in the query cache.
import { call, queryClient } from "#dashboard/api.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Contact, listContacts, readContact } from "../contract.ts";

export const contactsKey = (projectId: string) => ["contacts", projectId] as const;

/** Contacts whose name, email or identifier begins with `q`. */
export const contactsQuery = (projectId: string, q: string, hidden: boolean) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey(projectId), "list", q, hidden],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listContacts, {
        params: { projectId },
        query: { cursor: pageParam as never, q: q || undefined, hidden: hidden ? "1" : "0" },
        signal,
      }),
    staleTime: 30_000,
  });

export const contactQuery = (projectId: string, contactId: string) =>
  queryOptions({
    queryKey: [...contactsKey(projectId), "one", contactId],
    queryFn: async ({ signal }): Promise<Contact> => (await call(readContact, { params: { projectId, contactId }, signal })).contact,
    staleTime: 30_000,
  });

/** Somebody changed the contact: what is shown of it is read again. */
export function forgetContact(projectId: string, contactId: string): void {
  void queryClient.invalidateQueries({ queryKey: contactQuery(projectId, contactId).queryKey });
  void queryClient.invalidateQueries({ queryKey: [...contactsKey(projectId), "list"] });
}
