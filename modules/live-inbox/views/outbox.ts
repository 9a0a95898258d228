// Pending messages and stale actions, by conversation. Kept outside the thread, so that leaving it while something is being sent loses
// nothing; undelivered messages also survive a reload.
import { useSyncExternalStore } from "react";
import type { ThreadContext, Outgoing, Snooze } from "./outgoing.ts";
import { dropUnsent, dropUnsentOf, keepUnsent, readUnsent, type Unsent } from "./unsent.ts";

/**
 * An action that was refused because the conversation moved on; nothing was stored. `again` marks the missed events as seen and repeats the
 * action. A reply is sent again by the composer, which has its text back.
 */
export interface Stale {
  /** The last revision that the member had seen; later events are below the divider. */
  readonly after: number;
  readonly missed: number;
  readonly what: "reply" | "status" | "assign" | "refused";
  /** Whether the refused reply would also have closed the conversation. */
  readonly close: boolean;
  readonly snooze?: Snooze | undefined;
  again(): void;
}
interface OutboxState {
  readonly outgoing: readonly Outgoing[];
  readonly stale: Stale | undefined;
  /** The highest revision that the member was shown: the frontier of the next action. */
  readonly seen: number;
  /** A text that was being written was removed with the contact's personal data. */
  readonly discarded: boolean;
  /** A message whose text returns to the composer as soon as there is one. */
  readonly returned: Outgoing | undefined;
}
const outboxes = new Map<string, OutboxState>();
const listeners = new Set<() => void>();
const keyOf = ({ me, projectId, conversationId }: ThreadContext): string => `${me} ${projectId} ${conversationId}`;

export function outboxOf(context: ThreadContext): OutboxState {
  const held = outboxes.get(keyOf(context));
  if (held) return held;
  const kept = readUnsent(context);
  const returned = kept.filter((one) => one.state === "returned").map(asOutgoing);
  const box: OutboxState = {
    outgoing: kept.filter((one) => one.state !== "returned").map(asOutgoing),
    stale: undefined,
    seen: 0,
    discarded: false,
    returned: returned.length > 0 ? joined(returned) : undefined,
  };
  outboxes.set(keyOf(context), box);
  return box;
}

/** What was on its way when its page was closed waits again: its client id keeps it from being stored twice. */
function asOutgoing({ state, problem, n: _, by: _by, projectId: _p, conversationId: _c, ...out }: Unsent): Outgoing {
  const waits = state === "waiting" || (state === undefined && problem === undefined);
  return { ...out, problem, state: waits ? "waiting" : "failed", ...(waits && state === undefined && { attempted: true }) };
}

/** Several messages of one kind as one draft, in their order. */
export function joined(all: readonly Outgoing[]): Outgoing {
  const last = all.at(-1) as Outgoing;
  return {
    ...last,
    content: all
      .map(({ content }) => content)
      .filter(Boolean)
      .join("\n\n"),
    attachments: [...new Map(all.flatMap((out) => out.attachments).map((file) => [file.id, file])).values()],
  };
}

function write(context: ThreadContext, change: Partial<OutboxState>): void {
  const before = outboxOf(context);
  // Every action clears what was stale, which usually nothing was.
  if (Object.entries(change).every(([name, value]) => before[name as keyof OutboxState] === value)) return;
  outboxes.set(keyOf(context), { ...before, ...change });
  listeners.forEach((listener) => listener());
}

/** Adds an outgoing message, or replaces the one with its client id. `stored`: the server has it, so this browser need not keep it. */
export function putOutgoing(context: ThreadContext, out: Outgoing, stored = false): void {
  const { outgoing } = outboxOf(context);
  const known = outgoing.some((other) => other.clientId === out.clientId);
  if (stored) dropUnsent(context, out.clientId);
  else keepUnsent(context, out);
  write(context, {
    outgoing: known ? outgoing.map((other) => (other.clientId === out.clientId ? out : other)) : [...outgoing, out],
  });
}

export function dropOutgoing(context: ThreadContext, clientId: string): void {
  dropUnsent(context, clientId);
  const { outgoing } = outboxOf(context);
  const left = outgoing.filter((out) => out.clientId !== clientId);
  if (left.length < outgoing.length) write(context, { outgoing: left });
}

/** The contact's data was erased: texts being written about it are removed too. `wrote`: the composer contained text. */
export function forgetWriting(context: ThreadContext, wrote = false): void {
  const { outgoing, stale, discarded } = outboxOf(context);
  dropUnsentOf(context);
  if (wrote || stale || outgoing.length > 0)
    write(context, { outgoing: [], returned: undefined, stale: undefined, discarded: discarded || wrote || outgoing.length > 0 });
}

/** Gives a message back to the composer, or takes it from there: until then this browser keeps it. */
export function setReturned(context: ThreadContext, returned: Outgoing | undefined): void {
  for (const one of readUnsent(context)) if (one.state === "returned") dropUnsent(context, one.clientId);
  if (returned) keepUnsent(context, returned, true);
  write(context, { returned });
}

/**
 * Messages that came back together: none of them is sent. With what came back before and is not in the composer yet they become one draft.
 */
export function giveBack(context: ThreadContext, back: readonly Outgoing[]): void {
  const before = outboxOf(context).returned;
  const kind = back[0]?.kind;
  const all = before && before.kind === kind ? [before, ...back] : [...back];
  // Stored as coming back before they leave the outbox, so that closing the page in between loses none.
  for (const out of all) keepUnsent(context, out, true);
  const ids = new Set(back.map((out) => out.clientId));
  write(context, { outgoing: outboxOf(context).outgoing.filter((out) => !ids.has(out.clientId)), returned: joined(all) });
}

/** Takes over what another window has stored or sent since. */
export function rereadUnsent(me: string): void {
  for (const [key, box] of outboxes) {
    const [of = "", projectId = "", conversationId = ""] = key.split(" ");
    if (of !== me) continue;
    const kept = readUnsent({ me, projectId, conversationId });
    const ids = new Set(kept.map((one) => one.clientId));
    const known = new Set(box.outgoing.map((out) => out.clientId));
    const stay = box.outgoing.filter((out) => out.state !== "waiting" || ids.has(out.clientId));
    const come = kept.filter((one) => one.state === "waiting" && !known.has(one.clientId)).map(asOutgoing);
    if (stay.length === box.outgoing.length && come.length === 0) continue;
    outboxes.set(key, { ...box, outgoing: [...stay, ...come] });
  }
  listeners.forEach((listener) => listener());
}

/** What waits in this page only, because the browser stores nothing. */
export const unstoredWaiting = (me: string): { readonly context: ThreadContext; readonly out: Outgoing }[] =>
  [...outboxes].flatMap(([key, { outgoing }]) => {
    const [of = "", projectId = "", conversationId = ""] = key.split(" ");
    const context = { me, projectId, conversationId };
    const kept = new Set(readUnsent(context).map((one) => one.clientId));
    return of !== me ? [] : outgoing.flatMap((out) => (out.state === "waiting" && !kept.has(out.clientId) ? [{ context, out }] : []));
  });

export const setStale = (context: ThreadContext, stale: Stale | undefined): void => write(context, { stale });

/** Notes what the member was shown: the frontier of the next action. */
export function markSeen(context: ThreadContext, revision: number): void {
  const box = outboxOf(context);
  // Nothing on the screen depends on it, so listeners are not notified.
  if (revision > box.seen) outboxes.set(keyOf(context), { ...box, seen: revision });
}

export function useOutbox(context: ThreadContext): OutboxState {
  return useSyncExternalStore(subscribe, () => outboxOf(context));
}
/** Whether a message of the conversation could not be delivered, or waits. Cheaper than all of it, for the rows of the list. */
export const useUnsent = (context: ThreadContext): "failed" | "waiting" | undefined =>
  useSyncExternalStore(subscribe, () => {
    const { outgoing, returned } = outboxOf(context);
    if (returned || outgoing.some((out) => out.state === "failed")) return "failed";
    return outgoing.some((out) => out.state === "waiting") ? "waiting" : undefined;
  });
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
