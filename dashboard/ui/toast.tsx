// Toasts below the header, with Undo where possible. Their renderer is loaded with the first one.
import { lazy, Suspense } from "react";
import { store, useStore } from "../store.ts";
import { type ToastOptions, toastQueue } from "./toast-queue.ts";

const List = lazy(() => import("./toast-list.tsx"));
const needed = store(false);
/** Shows a toast from anywhere, also outside React. */
export function toast(options: ToastOptions): void {
  toastQueue.set((all) => [...all, options]);
  needed.set(true);
}

/** `toast` for components that prefer a hook: the same function, because a toast does not depend on the component that shows it. */
export const useToast = (): typeof toast => toast;

/** The place where toasts appear; mounted once in the application. */
export function Toasts() {
  return useStore(needed) ? (
    <Suspense>
      <List />
    </Suspense>
  ) : null;
}
