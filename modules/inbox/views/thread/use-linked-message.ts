// Scrolls to the message that the address names: `#r12` is the one with revision 12. Older pages are loaded until it is there.
import { useLocation } from "@tanstack/react-router";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** `more`: loads an older page; undefined if there is none, or it is on its way. `onReached`: the thread was scrolled to it. */
export function useLinkedMessage(box: RefObject<HTMLElement | null>, more: (() => void) | undefined, onReached: () => void): void {
  const wanted = useLocation({ select: ({ hash, state }) => (/^r\d+$/.test(hash) ? `${hash} ${state.__TSR_key ?? ""}` : undefined) });
  const reached = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted === undefined || reached.current === wanted) return;
    const message = box.current?.querySelector(`[data-revision="${Number.parseInt(wanted.slice(1))}"]`);
    if (!message) return more?.();
    reached.current = wanted;
    message.scrollIntoView({ block: "center" });
    onReached();
    message.animate([{ backgroundColor: "var(--accent-soft)" }, { backgroundColor: "transparent" }], { duration: 2000 });
  });
}
