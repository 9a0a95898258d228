// Pending messages and stale actions, by conversation. Kept outside the thread, so that leaving it while something is being sent loses
// nothing; undelivered messages also survive a reload.
import { useSyncExternalStore } from "react";
import type { ThreadContext, Outgoing, Snooze } from "./outgoing.ts";
import { dropUnsent, dropUnsentOf, readUnsent, type Unsent } from "./unsent.ts";

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
/** By `keyOf`. */
export const outboxes = new Map<string, OutboxState>();
const listeners = new Set<() => void>();
const keyOf = ({ me, projectId, conversationId }: ThreadContext): string => `${me} ${projectId} ${conversationId}`;

export function outboxOf(context: ThreadContext): OutboxState {
  const held = outboxes.get(keyOf(context));
  if (held) return held;
  const kept = readUnsent(context);
  const box: OutboxState = {
    outgoing: kept.filter((one) => one.state !== "returned").map(asOutgoing),
    stale: undefined,
    seen: 0,
    discarded: false,
    returned: kept.filter((one) => one.state === "returned").map(asOutgoing)[0],
  };
  outboxes.set(keyOf(context), box);
  return box;
}

/** What was on its way when its page was closed waits again: its client id keeps it from being stored twice. */
export function asOutgoing(one: Unsent): Outgoing {
  const waits = one.state === "waiting" || (!one.state && one.problem === undefined);
  return { ...one, problem: one.problem, state: waits ? "waiting" : "failed", attempted: one.attempted ?? !one.state };
}

/** Changes what is held of a conversation, and tells who shows it. */
export function changeOutbox(context: ThreadContext, change: Partial<OutboxState>): void {
  const before = outboxOf(context);
  // Every action clears what was stale, which usually nothing was.
  if (Object.entries(change).every(([name, value]) => before[name as keyof OutboxState] === value)) return;
  outboxes.set(keyOf(context), { ...before, ...change });
  listeners.forEach((listener) => listener());
}

export function dropOutgoing(context: ThreadContext, clientId: string): void {
  dropUnsent(context, clientId);
  const { outgoing } = outboxOf(context);
  const left = outgoing.filter((out) => out.clientId !== clientId);
  if (left.length < outgoing.length) changeOutbox(context, { outgoing: left });
}

/** The contact's data was erased: texts being written about it are removed too. `wrote`: the composer contained text. */
export function forgetWriting(context: ThreadContext, wrote = false): void {
  const { outgoing, returned, stale, discarded } = outboxOf(context);
  dropUnsentOf(context);
  // What the browser had no room for is in this window only.
  for (const { clientId } of returned ? [...outgoing, returned] : outgoing) dropUnsent(context, clientId);
  if (wrote || stale || outgoing.length > 0)
    changeOutbox(context, { outgoing: [], returned: undefined, stale: undefined, discarded: discarded || wrote || outgoing.length > 0 });
}

export const setStale = (context: ThreadContext, stale: Stale | undefined): void => changeOutbox(context, { stale });

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
