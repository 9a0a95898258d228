// What a member has chosen in the list of contacts: filters and order for as long as the page lives, columns in the browser.
import { type Store, store } from "#dashboard/store.ts";
import { sortsOf } from "../../contract.ts";
import type { ListQuery } from "../queries.ts";

/** Columns beside the name. An attribute's is `attribute:<key>`. */
const AT_FIRST: readonly string[] = ["email", "seen"];

const NOTHING: ListQuery = { hidden: false };
const lists = new Map<string, Store<ListQuery>>();
/** Filters and order of a project's list. Opening a contact and coming back leaves them as they were. */
export function listOf(projectId: string): Store<ListQuery> {
  const found = lists.get(projectId) ?? store(NOTHING);
  lists.set(projectId, found);
  return found;
}

type Filters = Omit<ListQuery, "q" | "sort">;
/** The list with other filters, in an order that they allow: the one that was chosen if it still is one of these. */
export function withFilters({ q, sort }: ListQuery, filters: Filters): ListQuery {
  const next = { ...filters, ...(q ? { q } : {}) };
  const sorts = sortsOf(next);
  const kept = sort !== undefined && sorts.includes(sort) ? sort : sorts[0];
  return { ...next, ...(kept === undefined || kept === "created" ? {} : { sort: kept }) };
}
/** Filters that are set, apart from the search. */
export const filtersIn = ({ hidden, address, language, company, attribute, seenAfter, seenBefore }: ListQuery): number =>
  [hidden || undefined, address, language, company, attribute, seenAfter, seenBefore].filter((each) => each !== undefined).length;

const columns = new Map<string, Store<readonly string[]>>();
const keyOf = (projectId: string, me: string): string => `seed.contacts.columns.${projectId}.${me}`;
/** The columns that a member chose for a project, in their order. */
export function columnsOf(projectId: string, me: string): Store<readonly string[]> {
  const key = keyOf(projectId, me);
  const found = columns.get(key) ?? store(storedColumns(key));
  columns.set(key, found);
  return found;
}
export function chooseColumns(projectId: string, me: string, chosen: readonly string[]): void {
  columnsOf(projectId, me).set(chosen);
  try {
    localStorage.setItem(keyOf(projectId, me), JSON.stringify(chosen));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
function storedColumns(key: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : AT_FIRST;
  } catch {
    return AT_FIRST;
  }
}
