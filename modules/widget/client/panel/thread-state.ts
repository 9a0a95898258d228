// State of one conversation as the visitor sees it: events in order, without duplicates, and pending messages. Pure.
import type { ConversationEvent, Message } from "#modules/conversations/contract";
import type { Attachment } from "#modules/files/contract";

/** A message that the server has not confirmed. Every attempt uses the same `clientId`. */
export interface Outgoing {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly at: number;
  /**
   * The target of the first attempt: a conversation, or the clientId of the message that opens one. A retry must use it too, or the message
   * would be stored twice.
   */
  readonly target: string | undefined;
  readonly failure: Failure | null;
}
export interface Failure {
  readonly error: string;
  /** Time (ms since 1970) before which a retry would be refused; 0: any time, null: a retry is pointless. */
  readonly retryAt: number | null;
  /** The message lacks only a connection: it is sent again without the visitor. */
  readonly waiting?: boolean;
}
interface Ahead {
  readonly event: ConversationEvent;
  readonly previous: number;
}
export interface Thread {
  readonly events: readonly ConversationEvent[];
  /** Up to this revision no event is missing; null before the first page. */
  readonly frontier: number | null;
  /** Frames whose predecessor has not arrived. */
  readonly ahead: readonly Ahead[];
  /** Cursor for older events; null if there are none. */
  readonly before: number | null;
  readonly outgoing: readonly Outgoing[];
  /** Highest revision that an operator has read. */
  readonly seen: number;
}

export type ThreadAction =
  | { type: "page"; items: readonly ConversationEvent[]; before: number | null }
  | { type: "older"; items: readonly ConversationEvent[]; before: number | null }
  | { type: "after"; items: readonly ConversationEvent[] }
  | { type: "frame"; event: ConversationEvent; previous: number }
  | { type: "send"; outgoing: Outgoing }
  /** The result of an attempt to send. */
  | { type: "tried"; clientId: string; now: Partial<Pick<Outgoing, "target" | "failure">> }
  | { type: "stored"; event: ConversationEvent; clientId: string }
  | { type: "discard"; clientId: string }
  | { type: "seen"; revision: number };

export const emptyThread: Thread = { events: [], frontier: null, ahead: [], before: null, outgoing: [], seen: 0 };

/** The threads reduced to pending messages, for when everything from the server has to be fetched again. */
export const onlyOutgoing = (threads: Readonly<Record<string, Thread>>): Record<string, Thread> =>
  Object.fromEntries(
    Object.entries(threads).flatMap(([key, { outgoing }]) => (outgoing.length > 0 ? [[key, { ...emptyThread, outgoing }]] : [])),
  );

/** Whether a frame arrived whose predecessors are missing, so that events after `frontier` have to be fetched. */
export const hasGap = (thread: Thread): boolean => thread.frontier !== null && thread.ahead.length > 0;

/** The thread after an action. Duplicates and late responses change nothing. */
export function reduce(thread: Thread, action: ThreadAction): Thread {
  switch (action.type) {
    case "page":
      return drain({ ...merge({ ...thread, events: [] }, action.items), before: action.before, frontier: last(action.items) });
    case "older":
      return { ...merge(thread, action.items), before: action.before };
    case "after": {
      const merged = merge(thread, action.items);
      // If the server has nothing after the frontier, the waiting frames are complete.
      const frontier = Math.max(
        thread.frontier ?? 0,
        last(action.items),
        ...(action.items.length > 0 ? [] : thread.ahead.map(({ previous }) => previous)),
      );
      return drain({ ...merged, frontier });
    }
    case "frame":
      if (thread.frontier !== null && action.event.revision <= thread.frontier) return thread;
      return drain({
        ...thread,
        ahead: [
          ...thread.ahead.filter(({ event }) => event.revision !== action.event.revision),
          { event: action.event, previous: action.previous },
        ],
      });
    case "send":
      return { ...thread, outgoing: [...thread.outgoing, action.outgoing] };
    case "stored":
      return merge({ ...thread, outgoing: thread.outgoing.filter(({ clientId }) => clientId !== action.clientId) }, [action.event]);
    case "tried":
      return { ...thread, outgoing: thread.outgoing.map((out) => (out.clientId === action.clientId ? { ...out, ...action.now } : out)) };
    case "discard":
      return { ...thread, outgoing: thread.outgoing.filter(({ clientId }) => clientId !== action.clientId) };
    case "seen":
      return action.revision > thread.seen ? { ...thread, seen: action.revision } : thread;
  }
}

const last = (items: readonly ConversationEvent[]): number => items.at(-1)?.revision ?? 0;

/** Merges events by revision, and removes the pending messages that they confirm. */
function merge(thread: Thread, items: readonly ConversationEvent[]): Thread {
  if (items.length === 0) return thread;
  const byRevision = new Map([...thread.events, ...items].map((event) => [event.revision, event]));
  const events = [...byRevision.values()].sort((a, b) => a.revision - b.revision);
  const erased = events.findLast(({ kind }) => kind === "erased");
  const arrived = new Set(items.flatMap((event) => (event.kind === "message" ? [event.message.clientId] : [])));
  return {
    ...thread,
    events: erased ? events.map((event) => (event.revision < erased.revision ? withoutContent(event, erased.createdAt) : event)) : events,
    outgoing: thread.outgoing.filter(({ clientId }) => !arrived.has(clientId)),
  };
}

function withoutContent(event: ConversationEvent, at: string): ConversationEvent {
  if (event.kind !== "message" || event.message.erased_at) return event;
  return { ...event, message: { ...event.message, content: "", attachments: [], erased_at: at } };
}

/** Applies, in order, every waiting frame whose predecessor is present. */
function drain(thread: Thread): Thread {
  if (thread.frontier === null) return thread;
  let { frontier } = thread;
  const ready: ConversationEvent[] = [];
  const ahead: Ahead[] = [];
  for (const frame of [...thread.ahead].sort((a, b) => a.event.revision - b.event.revision)) {
    if (frame.event.revision <= frontier) continue;
    if (frame.previous > frontier) ahead.push(frame);
    else {
      ready.push(frame.event);
      frontier = frame.event.revision;
    }
  }
  return { ...merge(thread, ready), ahead, frontier };
}

/** The newest loaded revision that the visitor did not write, for the read mark. */
export const newestForeign = (thread: Thread): number =>
  thread.events.findLast((event) => event.kind === "message" && event.message.authorRole !== "visitor")?.revision ?? 0;

/** The visitor's newest message that an operator has read, to be marked "Seen"; not if a reply follows it. */
export const newestSeen = (thread: Thread): Message | undefined => {
  const found = thread.events.findLast(
    (event) => event.kind === "message" && event.message.authorRole === "visitor" && event.revision <= thread.seen,
  );
  return found?.kind === "message" && found.revision > newestForeign(thread) ? found.message : undefined;
};
