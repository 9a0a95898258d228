// Messages on their way and answers refused as stale, by conversation. Kept outside the thread, so that leaving it while
// something is sending loses nothing; what has not arrived outlasts the page.
import { m } from "#messages";
import { useSyncExternalStore } from "react";
import type { Desk, Outgoing } from "./entries.ts";
import { dropUnsent, dropUnsentOf, keepUnsent, readUnsent } from "./unsent.ts";

/**
 * An action refused because the conversation moved on: nothing is stored. `again` takes note of what was missed and
 * repeats the action; an answer is sent again by the composer, which has its text back and may have changed it.
 */
export interface Stale {
  /** The last revision the member had seen; what is later stands under the divider. */
  readonly after: number;
  readonly missed: number;
  readonly what: "reply" | "status" | "assign" | "ai";
  /** Whether the refused answer would also have closed. */
  readonly close: boolean;
  again(): void;
}
interface Box {
  readonly outgoing: readonly Outgoing[];
  readonly stale: Stale | undefined;
  /** The highest revision that the member was shown: the frontier of the next action. */
  readonly seen: number;
  /** Something that was being written here went with the contact's personal data. */
  readonly discarded: boolean;
}
const boxes = new Map<string, Box>();
const listeners = new Set<() => void>();
const keyOf = ({ me, projectId, conversationId }: Desk): string => `${me} ${projectId} ${conversationId}`;

export function boxOf(desk: Desk): Box {
  const held = boxes.get(keyOf(desk));
  if (held) return held;
  const box: Box = {
    outgoing: readUnsent(desk).map(({ problem, ...out }) => ({
      ...out,
      state: "failed",
      problem: problem ?? m.conversations_page_closed(),
    })),
    stale: undefined,
    seen: 0,
    discarded: false,
  };
  boxes.set(keyOf(desk), box);
  return box;
}

function write(desk: Desk, change: Partial<Box>): void {
  boxes.set(keyOf(desk), { ...boxOf(desk), ...change });
  listeners.forEach((listener) => listener());
}

/** Adds an outgoing message, or replaces the one with its client id. */
export function putOutgoing(desk: Desk, out: Outgoing): void {
  const { outgoing } = boxOf(desk);
  const known = outgoing.some((other) => other.clientId === out.clientId);
  keepUnsent(desk, out);
  write(desk, {
    outgoing: known ? outgoing.map((other) => (other.clientId === out.clientId ? out : other)) : [...outgoing, out],
  });
}

export function dropOutgoing(desk: Desk, clientId: string): void {
  dropUnsent(desk, clientId);
  write(desk, { outgoing: boxOf(desk).outgoing.filter((out) => out.clientId !== clientId) });
}

/** The contact's personal data is gone: what was being written is about that person too. `wrote` = it stood in the composer. */
export function forgetWriting(desk: Desk, wrote = false): void {
  const { outgoing, stale, discarded } = boxOf(desk);
  dropUnsentOf(desk);
  if (wrote || stale || outgoing.length > 0)
    write(desk, { outgoing: [], stale: undefined, discarded: discarded || wrote || outgoing.length > 0 });
}

export const setStale = (desk: Desk, stale: Stale | undefined): void => write(desk, { stale });

/** Remembers what the member was shown: the frontier of the next action. */
export function saw(desk: Desk, revision: number): void {
  const box = boxOf(desk);
  // No listener needs it, so nothing is told.
  if (revision > box.seen) boxes.set(keyOf(desk), { ...box, seen: revision });
}

export function useBox(desk: Desk): Box {
  return useSyncExternalStore(subscribe, () => boxOf(desk));
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
