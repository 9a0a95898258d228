// Which data of the dashboard a device keeps, how much, and for how long. Pure.
export type Key = readonly unknown[];

/** What is stored of one query. */
export interface Kept {
  /** The key as text. */
  readonly id: string;
  readonly account: string;
  readonly key: Key;
  readonly data: unknown;
  /** When it was last known to be current, in milliseconds. */
  readonly at: number;
  /** When it was last open, in milliseconds. */
  readonly openedAt: number;
}

const DAY = 24 * 3600_000;
/** How long what is not opened again is kept, in milliseconds. */
export const KEPT_FOR = 7 * DAY;
export const MOST_CONVERSATIONS = 50;
const MOST_LISTS = 12;
/** Characters of one query's data as JSON; the thread of a year is not kept whole. */
export const MOST_CHARACTERS = 1_000_000;
/** What the shell, and the screens of the inbox, read beside conversations, by route. */
const ROUTES = new Set(["readMe", "listProjects", "readProject", "readWritingSettings", "listTags", "listTeams", "listSavedViews"]);

export type KeptAs = "thread" | "list" | "frame";
/** What a query is kept as; undefined: not at all. Lists of one contact, of a filter or a search are not. */
export function keptAs(key: Key): KeptAs | undefined {
  const [of, , what, , contactId, filter] = key;
  if (typeof of === "string" && ROUTES.has(of)) return "frame";
  if (of !== "conversations") return undefined;
  if (what === "thread") return "thread";
  if (what === "counts") return "frame";
  return what === "list" && contactId === null && filter === null ? "list" : undefined;
}

/** The project that the data belong to; undefined: to the person. */
export function projectOf(key: Key): string | undefined {
  if (key[0] === "conversations") return typeof key[1] === "string" ? key[1] : undefined;
  const args = key[1] as { readonly params?: { readonly projectId?: unknown } } | undefined;
  return typeof args?.params?.projectId === "string" ? args.params.projectId : undefined;
}

/** The ids that have to go: another person's, too old, and beyond the limits, those first that were not opened for the longest time. */
export function surplus(all: readonly Kept[], account: string, now: number): string[] {
  const room: Record<KeptAs, number> = { thread: MOST_CONVERSATIONS, list: MOST_LISTS, frame: Infinity };
  const gone: string[] = [];
  for (const one of all.toSorted((a, b) => b.openedAt - a.openedAt)) {
    const as = keptAs(one.key);
    if (as === undefined || one.account !== account || now - one.openedAt > KEPT_FOR || room[as]-- <= 0) gone.push(one.id);
  }
  return gone;
}

interface Row {
  readonly id: string;
  readonly contact: { readonly id: string };
}
/** The first page of a list, without the rows that must not stay. */
export function firstPage(data: unknown, isGone: (row: Row) => boolean = () => false): unknown {
  const { pages = [], pageParams = [] } = data as { pages?: { items: Row[] }[]; pageParams?: unknown[] };
  return {
    pages: pages.slice(0, 1).map((page) => ({ ...page, items: page.items.filter((row) => !isGone(row)) })),
    pageParams: pageParams.slice(0, 1),
  };
}

interface Thread {
  readonly contact?: { readonly id?: string };
  readonly events?: readonly { readonly message?: { readonly quotedFrom?: string; readonly authorId?: string | null } }[];
}
/** Whether a kept thread is of the contact, or shows what they wrote in one that was moved from them. */
export const isOfContact = (data: unknown, contactId: string): boolean => {
  const { contact, events = [] } = (data ?? {}) as Thread;
  return contact?.id === contactId || events.some(({ message }) => message?.quotedFrom !== undefined && message.authorId === contactId);
};
