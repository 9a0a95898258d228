// What one event frame changes in everything this browser holds: lists, counts and the thread. Pure; the cache bridge
// (`bridge.ts`) reads the state, calls this and writes the result back.
import type { MemberFrame } from "#modules/conversations/contract";
import { mergeEvents, placeEvent, type Thread } from "../events/events.ts";
import { type Counts, countsAfter, findRow, isListed, type ListScope, placeRow, type RowPage, unreadAfter } from "./rows.ts";

export type EventFrame = Extract<MemberFrame, { type: "event" }>;

export interface Held<P extends RowPage, T extends Thread> {
  readonly lists: readonly (ListScope & { readonly pages: readonly P[] })[];
  readonly counts: Counts | undefined;
  readonly thread: T | undefined;
}
export interface Viewer {
  readonly me: string;
  /** The conversation that is open in a focused window. */
  readonly watching: string | null;
}
export interface Applied<P extends RowPage, T extends Thread> {
  readonly lists: readonly (readonly P[])[];
  readonly counts: Counts | undefined;
  readonly thread: T | undefined;
  /** The counts cannot be told from here: fetch them. */
  readonly recount: boolean;
  /** Events after this revision are missing from the thread: fetch them. */
  readonly gapAfter: number | undefined;
}

/** Applies an event frame. Doubles change nothing; a hole in the thread is reported, never papered over. */
export function applyFrame<P extends RowPage, T extends Thread>(held: Held<P, T>, frame: EventFrame, viewer: Viewer): Applied<P, T> {
  const { event, conversation } = frame;
  const listed = held.lists.map((list) => findRow(list.pages, conversation.id)).find((row) => row !== undefined);
  const was = newest(listed, held.thread?.conversation);
  const double = was !== undefined && was.revision >= conversation.revision;
  const row = double ? was : { ...conversation, unread: unreadAfter(was, conversation, event, viewer.watching === conversation.id) };
  const lists = double
    ? held.lists.map((list) => list.pages)
    : held.lists.map((list) => placeRow(list.pages, row, isListed(row, list, viewer.me)));
  // Revision 1 is a conversation nobody has counted yet.
  const counted =
    double || !held.counts ? held.counts : countsAfter(held.counts, was ?? (event.revision === 1 ? null : undefined), row, viewer.me);
  const place = held.thread ? placeEvent(held.thread.events, event) : "double";
  const thread = held.thread && {
    ...held.thread,
    conversation: double ? held.thread.conversation : row,
    events:
      place === "next" || (place === "double" && event.kind === "erased") ? mergeEvents(held.thread.events, [event]) : held.thread.events,
  };
  return {
    lists,
    counts: counted ?? held.counts,
    thread,
    recount: held.counts !== undefined && counted === undefined,
    gapAfter: held.thread && place === "gap" ? (held.thread.events.at(-1)?.revision ?? 0) : undefined,
  };
}

/** The row that is further on. */
export function newest<R extends { revision: number }>(a: R | undefined, b: R | undefined): R | undefined {
  if (!a || !b) return a ?? b;
  return b.revision > a.revision ? b : a;
}
