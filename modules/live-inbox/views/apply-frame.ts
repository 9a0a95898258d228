// Applies an event frame to everything this browser holds: lists, counts and the thread. Pure; `bridge.ts` reads the cache, calls this and
// writes the result back.
import type { ConversationSummary, MemberFrame } from "#modules/conversations/contract";
import { mergeEvents, placeEvent, type Thread } from "./events.ts";
import {
  type Counts,
  countsAfter,
  findRow,
  isListed,
  type ListScope,
  type OtherView,
  placeRow,
  type RowPage,
  unreadAfter,
} from "./rows.ts";

export type EventFrame = Extract<MemberFrame, { type: "event" }>;

export interface Held<P extends RowPage, T extends Thread> {
  readonly lists: readonly (ListScope & { readonly pages: readonly P[]; readonly other?: OtherView | undefined })[];
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
  /** The counts cannot be derived here and have to be fetched. */
  readonly recount: boolean;
  /** The thread lacks events after this revision; they have to be fetched. */
  readonly gapAfter: number | undefined;
}

/** Applies an event frame. Duplicates change nothing; a gap in the thread is reported. */
export function applyFrame<P extends RowPage, T extends Thread>(held: Held<P, T>, frame: EventFrame, viewer: Viewer): Applied<P, T> {
  const { event, conversation } = frame;
  const listed = held.lists.map((list) => findRow(list.pages, conversation.id)).find((row) => row !== undefined);
  const was = newest(listed, held.thread?.conversation);
  const double = was !== undefined && was.revision >= conversation.revision;
  const row = double ? was : { ...conversation, unread: unreadAfter(was, conversation, event, viewer.watching === conversation.id) };
  const lists = double ? held.lists.map((list) => list.pages) : held.lists.map((list) => placeIn(list, row, viewer.me));
  // Counted after the event, the counts contain it. At revision 1 the conversation has not been counted yet.
  const counted =
    double || !held.counts || (frame.seq > 0 && frame.seq <= held.counts.head)
      ? held.counts
      : countsAfter(held.counts, was ?? (event.revision === 1 ? null : undefined), row, viewer.me);
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

/** The pages of a list with the row in its place. */
export const placeIn = <P extends RowPage>(
  list: ListScope & { readonly pages: readonly P[]; readonly other?: OtherView | undefined },
  row: ConversationSummary,
  me: string,
): readonly P[] => placeRow(list.pages, row, isListed(row, list, me, list.other), list.sort ?? list.other?.sort);

/** The row with the higher revision. */
export function newest<R extends { revision: number }>(a: R | undefined, b: R | undefined): R | undefined {
  if (!a || !b) return a ?? b;
  return b.revision > a.revision ? b : a;
}
