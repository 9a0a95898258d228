// Messages on their way and answers refused as stale, by conversation. Kept outside the thread, so that leaving it while
// something is sending loses nothing.
import { useSyncExternalStore } from "react";
import type { Outgoing } from "./entries.ts";

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
  /** The highest revision that was on the screen. */
  readonly seen: number;
}
const EMPTY: Box = { outgoing: [], stale: undefined, seen: 0 };
const boxes = new Map<string, Box>();
const listeners = new Set<() => void>();

export const boxOf = (conversationId: string): Box => boxes.get(conversationId) ?? EMPTY;

function write(conversationId: string, change: Partial<Box>): void {
  boxes.set(conversationId, { ...boxOf(conversationId), ...change });
  listeners.forEach((listener) => listener());
}

/** Adds an outgoing message, or replaces the one with its client id. */
export function putOutgoing(conversationId: string, out: Outgoing): void {
  const { outgoing } = boxOf(conversationId);
  const known = outgoing.some((other) => other.clientId === out.clientId);
  write(conversationId, {
    outgoing: known ? outgoing.map((other) => (other.clientId === out.clientId ? out : other)) : [...outgoing, out],
  });
}

export const dropOutgoing = (conversationId: string, clientId: string): void =>
  write(conversationId, { outgoing: boxOf(conversationId).outgoing.filter((out) => out.clientId !== clientId) });

export const setStale = (conversationId: string, stale: Stale | undefined): void => write(conversationId, { stale });

/** Remembers what was on the screen: the frontier of the next action. */
export function saw(conversationId: string, revision: number): void {
  const box = boxOf(conversationId);
  // No listener needs it, so nothing is told.
  if (revision > box.seen) boxes.set(conversationId, { ...box, seen: revision });
}

export function useBox(conversationId: string): Box {
  return useSyncExternalStore(subscribe, () => boxOf(conversationId));
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
