// Builds the list that a thread shows: bubbles in groups, activity, day and "new" dividers. Pure.
import type { ConversationEvent, Message } from "#modules/conversations/contract";
import { messageOf, type Outgoing } from "#modules/live-inbox/views";

export type Tone = "visitor" | "operator" | "assistant" | "note";
export interface Bubble {
  readonly type: "bubble";
  readonly key: string;
  readonly tone: Tone;
  readonly message: Pick<Message, "id" | "content" | "attachments" | "createdAt" | "authorId" | "authorName" | "erased_at"> & {
    readonly origin: Message["origin"] | null;
    readonly revision: number;
    /** The conversation that it was written in, if that is another one. */
    readonly quotedFrom?: string | undefined;
    readonly mentions?: readonly string[] | undefined;
  };
  /** First and last of a group: the avatar is at the first, name and time are below the last. */
  readonly first: boolean;
  readonly last: boolean;
  readonly outgoing: Outgoing | undefined;
  readonly seen: boolean;
}
export type Entry =
  | Bubble
  | { readonly type: "line"; readonly key: string; readonly event: Exclude<ConversationEvent, { kind: "message" | "note" }> }
  | { readonly type: "day"; readonly key: string; readonly at: string }
  | { readonly type: "divider"; readonly key: string; readonly what: "new" | "stale" };

export interface Marks {
  readonly me: string;
  readonly customerReadRevision: number;
  /** The last read revision when the thread was opened; undefined if nothing was new. */
  readonly newAfter: number | undefined;
  /** The last seen revision when a reply was refused as stale. */
  readonly staleAfter: number | undefined;
}

// Messages of one author within five minutes form a group.
const SAME_TURN = 5 * 60_000;

/** The entries of a thread. Outgoing messages whose event has arrived are left out. */
export function entriesOf(events: readonly ConversationEvent[], outgoing: readonly Outgoing[], marks: Marks): Entry[] {
  const arrived = new Set(events.map((event) => messageOf(event)?.clientId));
  const seenAt = lastSeen(events, marks.customerReadRevision);
  const entries: Entry[] = [];
  let day = "";
  const passed = { new: marks.newAfter === undefined, stale: marks.staleAfter === undefined };
  const open = (at: string, revision: number, theirs: boolean): void => {
    const today = new Date(at).toDateString();
    if (today !== day) entries.push({ type: "day", key: `day ${today}`, at });
    day = today;
    for (const [what, after] of [
      ["new", marks.newAfter],
      ["stale", marks.staleAfter],
    ] as const) {
      if (passed[what] || !theirs || after === undefined || revision <= after) continue;
      passed[what] = true;
      entries.push({ type: "divider", key: `divider ${what}`, what });
    }
  };
  for (const event of events) {
    const message = messageOf(event);
    open(event.createdAt, event.revision, event.actor.id !== marks.me || event.actor.role !== "operator");
    if (message) {
      // As its pending message was called. The assistant's are all called the same.
      const key = (event.actor.role !== "assistant" && message.clientId) || message.id;
      entries.push(bubble(key, toneOf(event, message), message, undefined, event.revision === seenAt));
    } else if (event.kind !== "message" && event.kind !== "note") entries.push({ type: "line", key: `event ${event.revision}`, event });
  }
  for (const out of outgoing) {
    if (arrived.has(out.clientId)) continue;
    open(out.createdAt, Number.MAX_SAFE_INTEGER, false);
    const message = {
      ...out,
      id: out.clientId as Message["id"],
      attachments: [...out.attachments],
      authorId: marks.me,
      authorName: null,
      erased_at: null,
      origin: null,
      revision: Number.MAX_SAFE_INTEGER,
    };
    entries.push(bubble(out.clientId, out.kind === "note" ? "note" : "operator", message, out, false));
  }
  return group(entries);
}

const bubble = (key: string, tone: Tone, message: Bubble["message"], outgoing: Outgoing | undefined, seen: boolean): Bubble => ({
  type: "bubble",
  key,
  tone,
  message,
  first: true,
  last: true,
  outgoing,
  seen,
});

function toneOf(event: ConversationEvent, message: Message): Tone {
  if (event.kind === "note") return "note";
  if (message.authorRole === "visitor") return "visitor";
  // A rule speaks for the team.
  return message.authorRole === "operator" || message.origin.rule ? "operator" : "assistant";
}

/** The revision of the last reply that the customer has seen; only that one is marked. */
function lastSeen(events: readonly ConversationEvent[], readRevision: number): number | undefined {
  return events.findLast((event) => event.kind === "message" && event.message.authorRole !== "visitor" && event.revision <= readRevision)
    ?.revision;
}

function group(entries: readonly Entry[]): Entry[] {
  return entries.map((entry, i) => {
    if (entry.type !== "bubble") return entry;
    return asBefore({ ...entry, first: !sameTurn(entries[i - 1], entry), last: !sameTurn(entry, entries[i + 1]) });
  });
}

const made = new WeakMap<object, Bubble>();
/** The bubble that was made of the message before, if nothing about it has changed, so that it is not drawn again. */
function asBefore(bubble: Bubble): Bubble {
  const of = bubble.outgoing ?? bubble.message;
  const before = made.get(of);
  const same = (["key", "tone", "first", "last", "outgoing", "seen"] as const).every((name) => before?.[name] === bubble[name]);
  if (before && same) return before;
  made.set(of, bubble);
  return bubble;
}

function sameTurn(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a?.type !== "bubble" || b?.type !== "bubble") return false;
  const apart = Date.parse(b.message.createdAt) - Date.parse(a.message.createdAt);
  const labelled = (one: Bubble): boolean =>
    Boolean(one.message.origin?.automatic) || one.seen || (one.outgoing !== undefined && one.outgoing.state !== "sending");
  return a.tone === b.tone && a.message.authorId === b.message.authorId && apart < SAME_TURN && !labelled(a);
}
