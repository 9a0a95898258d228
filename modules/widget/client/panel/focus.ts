// Where the keyboard is: in the panel when it opens, back where it was when it closes; nowhere else while the panel fills the screen.
import type { Engine } from "../types.ts";
import { makeModal, narrow } from "./modal.ts";

/** Answers what to call after each drawing; `held` had the focus before it. */
export function makeFocus({ host, stage }: Engine) {
  const root = stage.getRootNode() as ShadowRoot;
  let was = false;
  let opener: Element | null;
  let undoModal: (() => void) | undefined;

  return (panel: HTMLElement, open: boolean, held: Element | null) => {
    // Before the focus goes back, which an inert page would not take.
    const full = open && narrow.matches;
    if (full) undoModal ??= makeModal(host);
    else {
      undoModal?.();
      undoModal = undefined;
    }
    // What was pressed may be gone with its view, and the keyboard would be on the page.
    if (open && held?.isConnected === false) panel.focus({ preventScroll: true });
    if (open === was) return;
    was = open;
    if (open) {
      opener = root.activeElement ?? document.activeElement;
      // A keyboard that slides over the messages unasked is in the way on a touch screen.
      const field = matchMedia("(pointer:coarse)").matches ? null : panel.querySelector<HTMLElement>("[data-compose]");
      (field ?? panel).focus({ preventScroll: true });
    } else if (host === document.activeElement) {
      // Before the next paint: a panel that became inert has lost the focus by then, and nobody could give it back.
      const back = opener?.isConnected && opener !== document.body && opener !== host ? opener : stage.querySelector(".l:not([hidden])");
      (back as HTMLElement | null)?.focus({ preventScroll: true });
    }
  };
}
