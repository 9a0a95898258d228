// Queue of toasts that wait to be drawn.
import { store } from "../store.ts";

export interface ToastText {
  readonly title: string;
  readonly body?: string | undefined;
  readonly tone?: "neutral" | "ok" | "bad";
  /** Takes the action back; offered for 6 s. */
  readonly undo?: (() => void) | undefined;
}

/** Said, but not drawn yet. */
export const waiting = store<readonly ToastText[]>([]);

/** Empties the queue. */
export function takeWaiting(): readonly ToastText[] {
  const subscriber = waiting.get();
  if (subscriber.length > 0) waiting.set([]);
  return subscriber;
}
