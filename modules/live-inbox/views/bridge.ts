// Writes socket frames and the responses to the member's own calls into the query cache. Both take the same path, so whichever arrives
// second is a duplicate.
import { call, queryClient } from "#dashboard/api.ts";
import { type AnswerOf, CallError } from "#kernel/wire/route.ts";
import type { InfiniteData } from "@tanstack/react-query";
import { withoutErasedData, forgetContact, isErased, rememberErased } from "#modules/contacts/views";
import { type ConversationEvent, type ConversationSummary, listEvents, SORTS } from "#modules/conversations/contract";
import { applyFrame, type EventFrame, newest, placeIn } from "./apply-frame.ts";
import { mergeEvents } from "./events.ts";
import type { ThreadContext } from "./outgoing.ts";
import { keys, type ListPage, recountSoon, type ThreadAnswer } from "./queries.ts";
import { forgetContent, remember } from "./recent.ts";
import { forgetWriting } from "./outbox.ts";
import { type Counts, countsAfter, findRow, isDueAmong, isListed, withContact } from "./rows.ts";
import { focusedConversation } from "./watching.ts";
import { clearErasedFrame, clearErasedRow } from "./erased-contacts.ts";

type ListData = InfiniteData<ListPage, string | undefined>;
const REREAD_AFTER = 1500;
/** However often it is asked for meanwhile. */
const REREAD_WITHIN = 10_000;
const filling = new Set<string>();

function heldLists(projectId: string) {
  return queryClient.getQueriesData<ListData>({ queryKey: keys.lists(projectId) }).flatMap(([key, data]) => {
    const text = (at: number): string | undefined => (typeof key[at] === "string" ? key[at] : undefined);
    const [view, contactId, filter] = [text(3), text(4), text(5)];
    const sort = SORTS.find((one) => one === key[6]);
    return data && view !== undefined ? [{ key, data, view, contactId, filter, sort, pages: data.pages, other: data.pages[0]?.view }] : [];
  });
}

/** Whether a row that is loaded has a value of this field. */
export const isFieldInUse = (projectId: string, field: string): boolean =>
  heldLists(projectId).some(({ pages }) => pages.some(({ items }) => items.some((row) => row.fields?.[field] !== undefined)));

/** Applies an event with its row, from the socket or from the response to an own call. */
export function applyEvent(projectId: string, me: string, come: EventFrame): void {
  if (rememberErased(come.conversation.contact)) applyContact(projectId, me, come.conversation.contact);
  const frame = clearErasedFrame(come);
  if (isErased(frame.conversation.contact)) forgetWriting({ projectId, me, conversationId: frame.conversationId });
  const lists = heldLists(projectId);
  const threadKey = keys.thread(projectId, frame.conversationId);
  const after = applyFrame(
    { lists, counts: queryClient.getQueryData<Counts>(keys.counts(projectId)), thread: queryClient.getQueryData<ThreadAnswer>(threadKey) },
    frame,
    { me, watching: focusedConversation() },
  );
  for (const [index, list] of lists.entries()) {
    const pages = after.lists[index];
    if (pages && pages !== list.pages) queryClient.setQueryData<ListData>(list.key, { ...list.data, pages: [...pages] });
  }
  for (const list of lists) if (isListed(frame.conversation, list, me, list.other) === undefined) rereadSoon(list.key);
  if (after.counts) queryClient.setQueryData(keys.counts(projectId), after.counts);
  if (after.thread) queryClient.setQueryData(threadKey, after.thread);
  if (after.recount) recountSoon(projectId);
  if (after.gapAfter !== undefined) void fillGap(projectId, frame.conversationId, after.gapAfter);
  if (frame.seq > 0) remember(projectId, me, frame);
}

/** Applies the response to an own call. It has no sequence; the socket will deliver the same event with one. */
export const applyHandled = (
  projectId: string,
  me: string,
  answer: { event: ConversationEvent; conversation: ConversationSummary },
): void =>
  applyEvent(projectId, me, { type: "event", seq: 0, conversationId: answer.conversation.id, revision: answer.event.revision, ...answer });

/** Applies what a customer thinks of an answer of the assistant to the thread that shows it. */
export const applyRating = (
  projectId: string,
  {
    conversationId,
    messageId,
    rating,
  }: { readonly conversationId: string; readonly messageId: string; readonly rating: "up" | "down" | null },
): void => {
  queryClient.setQueryData<ThreadAnswer>(
    keys.thread(projectId, conversationId),
    (held) => held && { ...held, events: held.events.map((event) => rated(event, messageId, rating)) },
  );
};
function rated(event: ConversationEvent, messageId: string, rating: "up" | "down" | null): ConversationEvent {
  if (event.kind !== "message" || event.message.id !== messageId || event.message.origin.answer === undefined) return event;
  const { rating: _, ...answer } = event.message.origin.answer;
  const origin = { ...event.message.origin, answer: { ...answer, ...(rating !== null && { rating }) } };
  return { ...event, message: { ...event.message, origin } };
}

/**
 * Applies the state of a contact to every row and thread that shows it, and to its page. If its data was erased, all its content is removed
 * here and from this browser's storage.
 */
export function applyContact(projectId: string, me: string, come: ConversationSummary["contact"]): void {
  const contact = withoutErasedData(come);
  for (const { key, data, pages } of heldLists(projectId)) {
    const now = withContact(pages, contact);
    if (now !== pages) queryClient.setQueryData<ListData>(key, { ...data, pages: [...now] });
  }
  queryClient.setQueriesData<ThreadAnswer>({ queryKey: keys.threads(projectId) }, (held) =>
    held && held.contact.id === contact.id
      ? { ...held, contact: { ...held.contact, ...contact } as ThreadAnswer["contact"], conversation: { ...held.conversation, contact } }
      : held,
  );
  forgetContact(projectId, contact.id);
  if (!isErased(contact)) return;
  forgetContent(projectId);
  for (const conversationId of conversationsOf(projectId, contact.id)) forgetWriting({ projectId, me, conversationId });
}

/** Whether the refusal says that the contact's personal data is erased. Then the local copies are cleared at once. */
export function wasErased({ projectId, me, conversationId }: ThreadContext, cause: unknown): boolean {
  if (!(cause instanceof CallError) || cause.problem["erased"] !== true) return false;
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(projectId, conversationId));
  if (held) applyContact(projectId, me, { ...held.conversation.contact, state: "erasing" });
  return true;
}

/** The cached conversations of a contact. */
function conversationsOf(projectId: string, contactId: string): Set<string> {
  const rows = heldLists(projectId).flatMap(({ pages }) => pages.flatMap(({ items }) => items));
  const threads = queryClient.getQueriesData<ThreadAnswer>({ queryKey: keys.threads(projectId) });
  const all = [...rows, ...threads.flatMap(([, held]) => held?.conversation ?? [])];
  return new Set(all.filter((row) => row.contact.id === contactId).map((row) => row.id));
}

/** Inserts events that another response contained (those missed, in a 409) into the thread. */
export function insertEvents(projectId: string, conversationId: string, events: readonly ConversationEvent[]): void {
  queryClient.setQueryData<ThreadAnswer>(
    keys.thread(projectId, conversationId),
    (held) => held && { ...held, events: [...mergeEvents(held.events, events)] },
  );
}

/** Fetches the events between the thread and a later event, page by page. */
async function fillGap(projectId: string, conversationId: string, from: number): Promise<void> {
  if (filling.has(conversationId)) return;
  filling.add(conversationId);
  try {
    for (let after: number | undefined = from; after !== undefined;) {
      const page: AnswerOf<typeof listEvents> = await call(listEvents, {
        params: { projectId, conversationId },
        query: { after: String(after) },
      });
      insertEvents(projectId, conversationId, page.items);
      after = page.next === null ? undefined : page.items.at(-1)?.revision;
    }
  } catch {
    void queryClient.invalidateQueries({ queryKey: keys.thread(projectId, conversationId) });
  } finally {
    filling.delete(conversationId);
  }
}

/**
 * Changes the row of a conversation everywhere before the server has responded; with `revision` unless the row is newer than that. Returns a
 * function that undoes it.
 */
export function changeRow(
  projectId: string,
  me: string,
  conversationId: string,
  change: Partial<ConversationSummary>,
  revision = Infinity,
): () => void {
  const threadKey = keys.thread(projectId, conversationId);
  const lists = heldLists(projectId);
  const thread = queryClient.getQueryData<ThreadAnswer>(threadKey);
  const was = newest(
    lists.map(({ pages }) => findRow(pages, conversationId)).find((row) => row !== undefined),
    thread?.conversation,
  );
  // What falls due may have come from below what is loaded.
  if (!was)
    for (const { key, sort, other, pages } of lists)
      if ((sort ?? other?.sort) === "due" && isDueAmong(pages, change.fields)) rereadSoon(key);
  if (!was || was.revision > revision) return () => undefined;
  const write = (from: ConversationSummary, to: ConversationSummary): void => {
    for (const list of heldLists(projectId)) {
      const placed = placeIn(list, to, me);
      if (placed !== list.pages) queryClient.setQueryData<ListData>(list.key, { ...list.data, pages: [...placed] });
    }
    queryClient.setQueryData<ThreadAnswer>(threadKey, (held) => held && { ...held, conversation: to });
    const counts = queryClient.getQueryData<Counts>(keys.counts(projectId));
    const counted = counts && countsAfter(counts, from, to, me);
    if (counted) queryClient.setQueryData(keys.counts(projectId), counted);
    else recountSoon(projectId);
  };
  const now = { ...was, ...change };
  write(was, now);
  return () => {
    const held = queryClient.getQueryData<ThreadAnswer>(threadKey)?.conversation ?? now;
    // Undoes only what this call changed; newer frames are kept.
    if (held.revision === was.revision) write(held, clearErasedRow(was));
  };
}

/** Reads the lists and counts of a project again, after many conversations were changed at once. */
export function rereadLists(projectId: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.lists(projectId) });
  recountSoon(projectId);
}

const rereads = new Map<string, { readonly by: number; readonly timer: ReturnType<typeof setTimeout> }>();
/** Reads a list again of which only the server knows whether it contains a conversation: once it is quiet, or after a while. */
function rereadSoon(queryKey: readonly unknown[]): void {
  const name = JSON.stringify(queryKey);
  const before = rereads.get(name);
  clearTimeout(before?.timer);
  const by = before?.by ?? Date.now() + REREAD_WITHIN;
  const timer = setTimeout(
    () => {
      rereads.delete(name);
      void queryClient.invalidateQueries({ queryKey });
    },
    Math.min(REREAD_AFTER, by - Date.now()),
  );
  rereads.set(name, { by, timer });
}

const readers = new Set<() => void>();
/** Calls the listener once the member has read further in a conversation, and the server knows. Answers how to stop. */
export function onRead(listener: () => void): () => void {
  readers.add(listener);
  return () => void readers.delete(listener);
}
export const announceRead = (): void => readers.forEach((listener) => listener());

/** Notes in the cache how far the member has read. */
export function rememberRead(projectId: string, conversationId: string, readRevision: number): void {
  queryClient.setQueryData<ThreadAnswer>(keys.thread(projectId, conversationId), (held) => held && { ...held, readRevision });
}
