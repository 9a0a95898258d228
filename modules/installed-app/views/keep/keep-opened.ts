// Keeps what is open in the dashboard, as the query cache changes: each conversation that was open, the lists, and what the frame needs.
import { queryClient } from "#dashboard/api.ts";
import { CallError } from "#kernel/wire/route.ts";
import { onContactErased } from "#modules/contacts/views";
import type { Query } from "@tanstack/react-query";
import { firstPage, isOfContact, type Kept, keptAs, MOST_CHARACTERS, projectOf, surplus } from "./kept.ts";
import { readKept, writeKept } from "./store.ts";

/** How long changes are gathered before they are stored, in milliseconds. */
const GATHERED_FOR = 1000;

/** Keeps what is opened of an account from now on. Answers what stores at once. */
export function keepOpened(account: string): () => Promise<void> {
  const changed = new Map<string, Query>();
  const opened = new Map<string, number>();
  const gone = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  const idOf = (query: Query): string => JSON.stringify(query.queryKey);
  const later = (): void => void (timer ??= setTimeout(() => void flush(), GATHERED_FOR));

  function note(query: Query): void {
    const as = keptAs(query.queryKey);
    if (as === undefined) return;
    const { data, error } = query.state;
    const id = idOf(query);
    if (error instanceof CallError && (error.status === 403 || error.status === 404)) {
      changed.delete(id);
      gone.add(id);
      // Whoever may not read the project keeps nothing of it.
      const projectId = query.queryKey[0] === "readProject" ? projectOf(query.queryKey) : undefined;
      if (projectId !== undefined) void drop((one) => projectOf(one.key) === projectId);
      return later();
    }
    if (data === undefined) return;
    if (query.getObserversCount() > 0) opened.set(id, Date.now());
    // Those that a pointer came near are read, but were not opened.
    if (as === "thread" && !opened.has(id)) return;
    changed.set(id, query);
    later();
  }

  function keptOf(id: string, query: Query): Kept | undefined {
    const as = keptAs(query.queryKey);
    const { data: held } = query.state;
    if (held === undefined || as === undefined) return undefined;
    const data = as === "list" ? firstPage(held) : held;
    if (JSON.stringify(data).length > MOST_CHARACTERS) return undefined;
    const now = Date.now();
    return { id, account, key: query.queryKey, data, at: now, openedAt: opened.get(id) ?? now };
  }

  async function store(): Promise<void> {
    const entries = [...changed].flatMap(([id, query]) => keptOf(id, query) ?? []);
    const removed = [...gone];
    changed.clear();
    gone.clear();
    await writeKept(account, entries, removed);
    const over = surplus(await readKept(), account, Date.now());
    if (over.length > 0) await writeKept(account, [], over);
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // What cannot be stored is not kept: the dashboard works without.
    return (writing = writing.then(store).catch(() => undefined));
  }

  /** Removes entries, and rows of lists, from what is stored. */
  async function drop(
    isGone: (one: Kept) => boolean,
    isGoneRow?: (row: { readonly contact: { readonly id: string } }) => boolean,
  ): Promise<void> {
    await flush();
    writing = writing
      .then(async () => {
        const all = await readKept();
        const lists = isGoneRow
          ? all.filter((one) => keptAs(one.key) === "list").map((one) => ({ ...one, data: firstPage(one.data, isGoneRow) }))
          : [];
        const away = all.filter(isGone).map((one) => one.id);
        await writeKept(account, lists, away);
      })
      .catch(() => undefined);
    await writing;
  }

  for (const query of queryClient.getQueryCache().getAll()) note(query);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" || type === "observerAdded") note(query);
  });
  // At once: the event may never be repeated.
  onContactErased(
    (contactId) =>
      void drop(
        (one) => isOfContact(one.data, contactId),
        (row) => row.contact.id === contactId,
      ),
  );
  addEventListener("pagehide", () => void flush());
  return flush;
}
