// The events of an open thread: ordered by revision, without duplicates or gaps. Pure.
import type { ConversationEvent, ConversationSummary, Draft } from "#modules/conversations/contract";
import { withoutContent } from "./without-content.ts";

/** A thread as `openThread` returns it and the cache keeps it, extended by older pages and live events. */
export interface Thread {
  readonly conversation: ConversationSummary;
  readonly events: readonly ConversationEvent[];
  readonly before: number | null;
  readonly readRevision: number;
  readonly customerReadRevision: number;
  readonly drafts: readonly Draft[];
  readonly head: number;
}

/** Merges two lists by revision. Of duplicates the later one wins, because an erasure empties content. */
export function mergeEvents(held: readonly ConversationEvent[], come: readonly ConversationEvent[]): readonly ConversationEvent[] {
  if (come.length === 0) return held;
  const byRevision = new Map<number, ConversationEvent>();
  for (const event of held) byRevision.set(event.revision, event);
  for (const event of come) byRevision.set(event.revision, event);
  for (const event of byRevision.values())
    if (event.kind === "message_erased")
      for (const revision of event.revisions) {
        const gone = byRevision.get(revision);
        if (gone) byRevision.set(revision, withoutContent(gone));
      }
  return [...byRevision.values()].sort((a, b) => a.revision - b.revision);
}

export const lastRevision = (events: readonly ConversationEvent[]): number => events.at(-1)?.revision ?? 0;

/** How a live event relates to a thread: a duplicate, the next one, or after a gap that has to be fetched. */
export function placeEvent(events: readonly ConversationEvent[], event: ConversationEvent): "double" | "next" | "gap" {
  const last = lastRevision(events);
  if (event.revision <= last) return "double";
  return event.revision === last + 1 || events.length === 0 ? "next" : "gap";
}

/** Joins a freshly fetched thread to the cached one. Older history is kept if the two meet without a gap. */
export function joinThreads<T extends Thread>(held: T | undefined, fresh: T): T {
  const first = fresh.events[0]?.revision;
  if (!held || first === undefined || lastRevision(held.events) < first - 1) return fresh;
  const older = held.events.filter((event) => event.revision < first);
  const newer = held.events.filter((event) => event.revision > lastRevision(fresh.events));
  return {
    ...fresh,
    conversation: held.conversation.revision > fresh.conversation.revision ? held.conversation : fresh.conversation,
    events: mergeEvents(fresh.events, [...older, ...newer]),
    before: older.length > 0 ? held.before : fresh.before,
    readRevision: Math.max(held.readRevision, fresh.readRevision),
    customerReadRevision: Math.max(held.customerReadRevision, fresh.customerReadRevision),
  };
}

/** The message or note of an event, if it is one. */
export const messageOf = (event: ConversationEvent) =>
  event.kind === "message" ? event.message : event.kind === "note" ? event.note : undefined;
