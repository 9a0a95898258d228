// The notes of a contact in the query cache, and the changes that show at once.
import { call, queryClient, toastProblem } from "#dashboard/api.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { addNote, changeNote, deleteNote, listNotes, type Note, restoreNote } from "../contract.ts";

export interface Of {
  readonly projectId: string;
  readonly contactId: string;
}
type Page = AnswerOf<typeof listNotes>;
type Pages = InfiniteData<Page, string | undefined>;

export const notesQuery = ({ projectId, contactId }: Of) =>
  infiniteQueryOptions({
    queryKey: [listNotes.name, projectId, contactId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listNotes, { params: { projectId, contactId } as never, query: { cursor: pageParam as never }, signal }),
    staleTime: 30_000,
  });

/** Shows other notes at once. Returns what undoes that. */
function show(of: Of, change: (items: Page["items"], page: number) => Page["items"]): () => void {
  const { queryKey } = notesQuery(of);
  // An answer on its way would bring back what was.
  void queryClient.cancelQueries({ queryKey });
  const was = queryClient.getQueryData<Pages>(queryKey);
  if (was)
    queryClient.setQueryData<Pages>(queryKey, { ...was, pages: was.pages.map((page, i) => ({ ...page, items: change(page.items, i) })) });
  return () => void (was && queryClient.setQueryData<Pages>(queryKey, was));
}
const again = (of: Of): Promise<void> => queryClient.invalidateQueries({ queryKey: notesQuery(of).queryKey });
const paramsOf = ({ projectId, contactId }: Of, noteId: string) => ({ projectId, contactId, noteId }) as never;

/** False if it was refused: the caller keeps the text. */
export async function add(of: Of, content: string, me: { readonly id: string; readonly name: string }, clientId: string): Promise<boolean> {
  const shown: Note = {
    ...{ id: clientId as Note["id"], content, authorId: me.id as Note["authorId"], authorName: me.name },
    ...{ createdAt: new Date().toISOString(), editedAt: null },
  };
  const back = show(of, (items, page) => (page === 0 ? [shown, ...items] : items));
  try {
    const { note } = await call(addNote, { params: of as never, body: { clientId, content } });
    show(of, (items) => items.map((one) => (one.id === clientId ? note : one)));
    return true;
  } catch (cause) {
    back();
    toastProblem(cause);
    return false;
  } finally {
    void again(of);
  }
}

export async function change(of: Of, note: Note, content: string): Promise<void> {
  const back = show(of, (items) =>
    items.map((one) => (one.id === note.id ? { ...one, content, editedAt: new Date().toISOString() } : one)),
  );
  try {
    await call(changeNote, { params: paramsOf(of, note.id), body: { content } });
    toast({ tone: "ok", title: m.contact_notes_did_change(), undo: () => void changeBack(of, note) });
  } catch (cause) {
    back();
    toastProblem(cause);
  }
  await again(of);
}
async function changeBack(of: Of, note: Note): Promise<void> {
  const back = show(of, (items) => items.map((one) => (one.id === note.id ? note : one)));
  try {
    await call(changeNote, { params: paramsOf(of, note.id), body: { content: note.content } });
  } catch (cause) {
    back();
    toastProblem(cause);
  }
  await again(of);
}

export async function remove(of: Of, note: Note): Promise<void> {
  const back = show(of, (items) => items.filter(({ id }) => id !== note.id));
  try {
    await call(deleteNote, { params: paramsOf(of, note.id) });
    toast({ tone: "ok", title: m.contact_notes_did_delete(), undo: () => void putBack(of, note, back) });
  } catch (cause) {
    back();
    toastProblem(cause);
  }
  await again(of);
}
async function putBack(of: Of, note: Note, back: () => void): Promise<void> {
  back();
  try {
    await call(restoreNote, { params: paramsOf(of, note.id), body: {} });
  } catch (cause) {
    toastProblem(cause);
  }
  await again(of);
}
