import { useSyncExternalStore } from "react";

/** Whether the window matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** List and thread stand side by side. */
export const WIDE = "(min-width: 1024px)";
/** Details stand beside them. */
export const VERY_WIDE = "(min-width: 1280px)";
/** A phone: a header has no room for further buttons. */
export const NARROW = "(max-width: 639px)";
