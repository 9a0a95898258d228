// Rows of the inbox as a frame changes them: which views hold them, where they stand, how many are unread. Pure.
import type { ConversationEvent, ConversationSummary, View } from "#modules/conversations/contract";
import { VIEWS } from "#modules/conversations/contract";
import { rowAsKnown } from "./erased-contacts.ts";

/** One page of a list as the server answered it. */
export interface RowPage {
  readonly items: readonly ConversationSummary[];
  readonly next: string | null;
}
export type Counts = Readonly<Record<View, number>> & { readonly unread: number };

/** Counts and unread stop here: 100 is shown as "99+". */
export const CEILING = 100;

/** Whether the view of this member holds the conversation. "All", "mine" and "unassigned" hold open ones. */
export function belongs(row: ConversationSummary, view: View, me: string): boolean {
  if (view === "snoozed" || view === "closed") return row.status === view;
  if (row.status !== "open") return false;
  if (view === "mine") return row.assigneeId === me;
  if (view === "unassigned") return row.assigneeId === null;
  return true;
}

/** Which rows a list shows. */
export interface ListScope {
  readonly view: View;
  /** All conversations of one contact, whatever the view. */
  readonly contactId?: string | undefined;
  /** Only rows whose field has this value: `name:value`. */
  readonly filter?: string | undefined;
}
/** Whether the row has the value that the filter names. */
export function matchesFilter(row: ConversationSummary, filter: string | undefined): boolean {
  if (filter === undefined) return true;
  const [name = "", value] = filter.split(":");
  return row.fields?.[name] === value;
}
/** Whether the list shows the conversation. */
export const isListed = (row: ConversationSummary, { view, contactId, filter }: ListScope, me: string): boolean =>
  contactId === undefined ? belongs(row, view, me) && matchesFilter(row, filter) : contactId === row.contact.id;

/** Whether an unread row asks for this member: open, and theirs or nobody's. */
export const isUnreadForMe = (row: ConversationSummary, me: string): boolean =>
  row.unread > 0 && (belongs(row, "mine", me) || belongs(row, "unassigned", me));

/** Newest activity first; equal times by id, so that the order is total. */
export const before = (a: ConversationSummary, b: ConversationSummary): boolean =>
  a.lastActivityAt === b.lastActivityAt ? a.id > b.id : a.lastActivityAt > b.lastActivityAt;

/**
 * A list with the row in its place: replaced, moved, inserted or taken out. The same pages come back when nothing
 * changes, and for a frame older than the row held. A row below everything loaded waits for its page.
 */
export function placeRow<P extends RowPage>(pages: readonly P[], row: ConversationSummary, fits: boolean): readonly P[] {
  const held = findRow(pages, row.id);
  if (held === undefined ? !fits : held.revision > row.revision) return pages;
  if (held && fits && held.lastActivityAt === row.lastActivityAt) {
    return pages.map((page) =>
      page.items.includes(held) ? { ...page, items: page.items.map((item) => (item === held ? row : item)) } : page,
    );
  }
  const without = held
    ? pages.map((page) => (page.items.includes(held) ? { ...page, items: page.items.filter((item) => item !== held) } : page))
    : pages;
  return fits ? insertRow(without, row) : without;
}

function insertRow<P extends RowPage>(pages: readonly P[], row: ConversationSummary): readonly P[] {
  for (const [index, page] of pages.entries()) {
    const at = page.items.findIndex((item) => before(row, item));
    const last = index === pages.length - 1;
    if (at === -1 && !(last && page.next === null)) continue;
    const cut = at === -1 ? page.items.length : at;
    const items = [...page.items.slice(0, cut), row, ...page.items.slice(cut)];
    return pages.map((other, i) => (i === index ? { ...other, items } : other));
  }
  return pages;
}

/** The pages with what is known of a contact now; the same ones when none of its rows is there. */
export function withContact<P extends RowPage>(pages: readonly P[], contact: ConversationSummary["contact"]): readonly P[] {
  const theirs = (row: ConversationSummary): boolean => row.contact.id === contact.id;
  if (!pages.some((page) => page.items.some(theirs))) return pages;
  return pages.map((page) => ({ ...page, items: page.items.map((row) => (theirs(row) ? rowAsKnown({ ...row, contact }) : row)) }));
}

/** The row of a conversation, when one of the pages holds it. */
export function findRow(pages: readonly RowPage[], id: string): ConversationSummary | undefined {
  for (const page of pages) {
    const row = page.items.find((item) => item.id === id);
    if (row) return row;
  }
  return undefined;
}

/**
 * Unread messages of a row that changed: what the customer wrote since, unless the member looks at the thread. Told by
 * the customer's count and not by the event, since a replayed frame may carry a row that is already further.
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
 * Counts after a row changed. `was` is the row as it stood, null for a new conversation. Undefined when the change
 * cannot be told from here (the row was never loaded, or a count stands at its ceiling): count again.
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
