// Query-cache keys and reads of contacts.
import { call, queryClient } from "#dashboard/api.ts";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { type Contact, listContacts, readContact } from "../contract.ts";
import type { Wanted } from "../contract.ts";
import { withoutErasedData, isErased } from "./erased-contacts.ts";

export const contactsKey = (projectId: string) => ["contacts", projectId] as const;

/** What the list shows; `hidden`: the blocked contacts instead of the others. */
export interface ListQuery extends Wanted {
  readonly hidden: boolean;
}
/** A list of contacts, page by page. */
export const contactsQuery = (projectId: string, { hidden, ...wanted }: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey(projectId), "list", wanted, hidden],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    queryFn: async ({ pageParam, signal }) =>
      withoutErased(
        await call(listContacts, {
          params: { projectId },
          query: {
            ...wanted,
            company: wanted.company as never,
            cursor: pageParam as never,
            q: wanted.q || undefined,
            hidden: hidden ? "1" : "0",
          },
          signal,
        }),
      ),
    staleTime: 30_000,
  });

export const contactQuery = (projectId: string, contactId: string) =>
  queryOptions({
    queryKey: [...contactsKey(projectId), "one", contactId],
    queryFn: async ({ signal }): Promise<Contact> =>
      withoutErasedData((await call(readContact, { params: { projectId, contactId }, signal })).contact),
    staleTime: 30_000,
  });

type Page = AnswerOf<typeof listContacts>;
/** Erased contacts appear in no list, neither of active nor of hidden contacts. */
const withoutErased = (page: Page): Page => ({ ...page, items: page.items.filter((contact) => !isErased(withoutErasedData(contact))) });

/** Call after the contact was changed: everything shown of it is read again, and erased data disappears at once. */
export function forgetContact(projectId: string, contactId: string): void {
  queryClient.setQueryData(contactQuery(projectId, contactId).queryKey, (held) => held && withoutErasedData(held));
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: [...contactsKey(projectId), "list"] },
    (held) => held && { ...held, pages: held.pages.map(withoutErased) },
  );
  void queryClient.invalidateQueries({ queryKey: contactQuery(projectId, contactId).queryKey });
  void queryClient.invalidateQueries({ queryKey: [...contactsKey(projectId), "list"] });
}

/** Changes of contacts are announced once and never replayed: data read before the connection was open is read again. */
export const rereadContacts = (projectId: string): void => void queryClient.invalidateQueries({ queryKey: contactsKey(projectId) });
