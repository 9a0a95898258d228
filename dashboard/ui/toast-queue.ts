// Queue of toasts that the renderer has not taken yet.
import { store } from "../store.ts";

export interface ToastOptions {
  readonly title: string;
  readonly body?: string | undefined;
  readonly tone?: "neutral" | "ok" | "bad";
  /** Milliseconds that it stays; by default as long as such a toast usually does. */
  readonly lasts?: number | undefined;
  /** Reverts the action; offered for 6 seconds. */
  readonly undo?: (() => void) | undefined;
  /** Something else that can be done about it. */
  readonly action?: { readonly label: string; run(): void } | undefined;
}

export const toastQueue = store<readonly ToastOptions[]>([]);

/** Empties the queue and returns what was in it. */
export function takeQueuedToasts(): readonly ToastOptions[] {
  const queued = toastQueue.get();
  if (queued.length > 0) toastQueue.set([]);
  return queued;
}
