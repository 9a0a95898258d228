// Toasts below the header, with Undo where possible. Their renderer is loaded with the first one.
import { lazy, Suspense } from "react";
import { store, useStore } from "../store.ts";
import { type ToastText, waiting } from "./toast-queue.ts";

const List = lazy(() => import("./toast-list.tsx"));
const needed = store(false);
/** Shows a toast from anywhere, also outside React. */
export function toast(text: ToastText): void {
  waiting.set((all) => [...all, text]);
  needed.set(true);
}

/** The same function, as a hook. */
export const useToast = (): typeof toast => toast;

/** The place where toasts appear; mounted once in the application. */
export function Toasts() {
  return useStore(needed) ? (
    <Suspense>
      <List />
    </Suspense>
  ) : null;
}
