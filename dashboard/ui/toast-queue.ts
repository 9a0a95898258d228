// Queue of toasts that wait to be drawn.
import { store } from "../store.ts";

export interface ToastWords {
  readonly title: string;
  readonly body?: string | undefined;
  readonly tone?: "neutral" | "ok" | "bad";
  /** Takes the action back; offered for 6 s. */
  readonly undo?: (() => void) | undefined;
}

/** Said, but not drawn yet. */
export const waiting = store<readonly ToastWords[]>([]);

/** Empties the queue. */
export function takeWaiting(): readonly ToastWords[] {
  const taken = waiting.get();
  if (taken.length > 0) waiting.set([]);
  return taken;
}
