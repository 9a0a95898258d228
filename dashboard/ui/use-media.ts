// A hook for media queries, and the breakpoints.
import { useSyncExternalStore } from "react";

/** Whether the media query matches now. */
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

/** List and thread fit side by side. */
export const WIDE = "(min-width: 1024px)";
/** The details fit next to them. */
export const VERY_WIDE = "(min-width: 1280px)";
/** A phone: the header has no room for further buttons. */
export const NARROW = "(max-width: 639px)";
