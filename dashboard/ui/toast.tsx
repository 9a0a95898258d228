// Short messages at the lower edge, with Undo where there is a way back. What draws them is loaded with the first.
import { lazy, Suspense } from "react";
import { store, useStore } from "../store.ts";

export interface ToastWords {
  readonly title: string;
  readonly body?: string | undefined;
  readonly tone?: "neutral" | "ok" | "bad";
  /** Takes the action back; offered for 6 s. */
  readonly undo?: (() => void) | undefined;
}

const List = lazy(() => import("./toast-list.tsx"));
const needed = store(false);
/** Said, but not drawn yet. */
export const waiting = store<readonly ToastWords[]>([]);

/** Empties the queue. */
export function takeWaiting(): readonly ToastWords[] {
  const taken = waiting.get();
  if (taken.length > 0) waiting.set([]);
  return taken;
}

/** Shows a toast from anywhere, also outside React. */
export function toast(words: ToastWords): void {
  waiting.set((all) => [...all, words]);
  needed.set(true);
}

/** The same, as a hook. */
export const useToast = (): typeof toast => toast;

/** Where toasts appear; stands once in the application. */
export function Toasts() {
  return useStore(needed) ? (
    <Suspense>
      <List />
    </Suspense>
  ) : null;
}
