// Changes to inbox rows by a frame: which views contain them, their position, and unread counts. Pure.
import {
  type Conditions,
  type ConversationEvent,
  type ConversationSummary,
  isFixedView,
  meets,
  type Sort,
  sortKey,
  type View,
  VIEWS,
} from "#modules/conversations/contract";
import { clearErasedRow } from "./erased-contacts.ts";

/** One page of a list as the server returned it. */
export interface RowPage {
  readonly items: readonly ConversationSummary[];
  readonly next: string | null;
}
export type Counts = Readonly<Record<View, number>> & {
  readonly unread: number;
  /** The project's sequence at which they were counted. */
  readonly head: number;
};

/** Maximum of counts and unread counts: 100 is shown as "99+". */
export const CEILING = 100;

/** Whether this member's view contains the conversation. "All", "mine" and "unassigned" contain open ones. */
export function belongs(row: ConversationSummary, view: View, me: string): boolean {
  if (row.silenced) return false;
  if (view === "snoozed" || view === "closed") return row.status === view;
  if (row.status !== "open") return false;
  if (view === "mine") return row.assigneeId === me;
  if (view === "unassigned") return row.assigneeId === null;
  return true;
}

/** Selects the rows of a list, and their order. */
export interface ListScope {
  /** A fixed view, or the name or id of another one. */
  readonly view: string;
  /** By default the newest activity first; of another view, its own order. */
  readonly sort?: Sort | undefined;
  /** All conversations of one contact, in any view. */
  readonly contactId?: string | undefined;
  /** Only rows whose field has this value: `name:value`. */
  readonly filter?: string | undefined;
}
/** Whether the row has the value of the filter. */
export function matchesFilter(row: ConversationSummary, filter: string | undefined): boolean {
  if (filter === undefined) return true;
  const [name = "", value = ""] = filter.split(":");
  return row.fields?.[name]?.split(",").includes(value) === true;
}
/** What the server says of a view that is not a fixed one. */
export interface OtherView {
  readonly conditions: Conditions;
  readonly sort: Sort;
}
/**
 * Whether the list contains the conversation. Undefined if that depends on what a row does not say, such as the contact's language: only the
 * server knows.
 */
export function isListed(
  row: ConversationSummary,
  { view, contactId, filter }: ListScope,
  me: string,
  other?: OtherView,
): boolean | undefined {
  if (contactId !== undefined) return contactId === row.contact.id;
  if (isFixedView(view)) return belongs(row, view, me) && matchesFilter(row, filter);
  if (!matchesFilter(row, filter)) return false;
  return other && meets(row, other.conditions, Date.now());
}

/** Whether an unread row concerns this member: open, and assigned to them or unassigned. */
export const isUnreadForMe = (row: ConversationSummary, me: string): boolean =>
  row.unread > 0 && (belongs(row, "mine", me) || belongs(row, "unassigned", me));

/** Whether a row comes before another one in an order; equal keys by id, so that it is stable. */
export function before(a: ConversationSummary, b: ConversationSummary, sort: Sort = "activity"): boolean {
  const by = keyOf(a, sort) - keyOf(b, sort);
  return by === 0 ? a.id > b.id : by > 0;
}
const keyOf = (row: ConversationSummary, sort: Sort): number => sortKey({ ...row, rank: row.rank ?? 0 }, sort);

/**
 * Puts a row into its place in a list: replaces, moves, inserts or removes it. Returns the same pages if nothing changes, and for a row
 * older than the cached one. A row below everything loaded is left for its page. `fits` is undefined where only the server knows: then it
 * stays in the list, or out of it.
 */
export function placeRow<P extends RowPage>(
  pages: readonly P[],
  row: ConversationSummary,
  fits: boolean | undefined,
  sort: Sort = "activity",
): readonly P[] {
  const held = findRow(pages, row.id);
  if (held === undefined ? fits !== true : held.revision > row.revision) return pages;
  if (held && fits !== false && keyOf(held, sort) === keyOf(row, sort)) {
    return pages.map((page) =>
      page.items.includes(held) ? { ...page, items: page.items.map((item) => (item === held ? row : item)) } : page,
    );
  }
  const without = held
    ? pages.map((page) => (page.items.includes(held) ? { ...page, items: page.items.filter((item) => item !== held) } : page))
    : pages;
  return fits === false ? without : insertRow(without, row, sort);
}

function insertRow<P extends RowPage>(pages: readonly P[], row: ConversationSummary, sort: Sort): readonly P[] {
  for (const [index, page] of pages.entries()) {
    const at = page.items.findIndex((item) => before(row, item, sort));
    const last = index === pages.length - 1;
    if (at === -1 && !(last && page.next === null)) continue;
    const cut = at === -1 ? page.items.length : at;
    const items = [...page.items.slice(0, cut), row, ...page.items.slice(cut)];
    return pages.map((other, i) => (i === index ? { ...other, items } : other));
  }
  return pages;
}

/** Whether a row of these fields, which is not loaded, belongs among the loaded rows of a list that has what falls due first on top. */
export function isDueAmong(pages: readonly RowPage[], fields: ConversationSummary["fields"]): boolean {
  const end = pages.at(-1);
  const last = end?.items.at(-1);
  // Without a target it is not a number, which is above none.
  return keyOf({ fields } as ConversationSummary, "due") >= (end?.next && last ? keyOf(last, "due") : -Infinity);
}

/** The pages with the contact's new state; the same pages if none of its rows is in them. */
export function withContact<P extends RowPage>(pages: readonly P[], contact: ConversationSummary["contact"]): readonly P[] {
  const theirs = (row: ConversationSummary): boolean => row.contact.id === contact.id;
  if (!pages.some((page) => page.items.some(theirs))) return pages;
  return pages.map((page) => ({ ...page, items: page.items.map((row) => (theirs(row) ? clearErasedRow({ ...row, contact }) : row)) }));
}

/** The row of a conversation, if one of the pages contains it. */
export function findRow(pages: readonly RowPage[], id: string): ConversationSummary | undefined {
  for (const page of pages) {
    const row = page.items.find((item) => item.id === id);
    if (row) return row;
  }
  return undefined;
}

/**
 * Unread messages of a changed row: what the customer wrote since, unless the member is looking at the thread. Derived from the customer's
 * message count, because a replayed frame may contain a newer row.
 */
export function unreadAfter(
  was: ConversationSummary | undefined,
  now: ConversationSummary,
  event: ConversationEvent,
  watching: boolean,
): number {
  if (watching) return was?.unread ?? 0;
  const more = was ? now.visitorMessages - was.visitorMessages : Number(event.kind === "message" && event.message.authorRole === "visitor");
  return Math.min(CEILING, (was?.unread ?? 0) + Math.max(0, more));
}

/**
 * Counts after a row changed. `was`: the row before, null for a new conversation. Undefined if they cannot be derived (the row was never
 * loaded, or a count is at its ceiling) and have to be fetched.
 */
export function countsAfter(
  counts: Counts,
  was: ConversationSummary | null | undefined,
  now: ConversationSummary,
  me: string,
): Counts | undefined {
  if (was === undefined) return undefined;
  const next = { ...counts };
  for (const view of VIEWS) {
    const step = Number(belongs(now, view, me)) - Number(was !== null && belongs(was, view, me));
    if (step === 0) continue;
    if (step < 0 && counts[view] >= CEILING) return undefined;
    next[view] = clamp(counts[view] + step);
  }
  const asks = Number(isUnreadForMe(now, me)) - Number(was !== null && isUnreadForMe(was, me));
  if (asks < 0 && counts.unread >= CEILING) return undefined;
  next.unread = clamp(counts.unread + asks);
  return next;
}

const clamp = (count: number): number => Math.max(0, Math.min(CEILING, count));
