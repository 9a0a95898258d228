// Queue of toasts that are not shown yet.
import { store } from "../store.ts";

export interface ToastText {
  readonly title: string;
  readonly body?: string | undefined;
  readonly tone?: "neutral" | "ok" | "bad";
  /** Reverts the action; offered for 6 seconds. */
  readonly undo?: (() => void) | undefined;
}

export const waiting = store<readonly ToastText[]>([]);

/** Empties the queue and returns what was in it. */
export function takeWaiting(): readonly ToastText[] {
  const queued = waiting.get();
  if (queued.length > 0) waiting.set([]);
  return queued;
}
