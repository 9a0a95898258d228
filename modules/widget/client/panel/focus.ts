// Manages keyboard focus: moves it into the panel when it opens and back when it closes, and traps it while the panel fills the screen.
import type { PanelController } from "./controller.ts";
import { lockPage, lazyModal, narrow } from "./narrow.ts";

/** Returns a function to call after each drawing; `held` had the focus before it. */
export function makeFocus(controller: PanelController) {
  const { host, stage } = controller.engine;
  const root = stage.getRootNode() as ShadowRoot;
  let was = false;
  let had: HTMLElement | null;
  let opener: Element | null;
  let release: (() => void) | undefined;

  return (panel: HTMLElement, open: boolean, held: Element | null) => {
    // First, because an inert page cannot receive the focus.
    const full = open && narrow.matches;
    lazyModal(narrow.matches, controller);
    if (full) release ??= lockPage(host);
    else {
      release?.();
      release = undefined;
    }
    // On touch screens an on-screen keyboard would cover the messages.
    const field = matchMedia("(pointer:coarse)").matches ? null : panel.querySelector<HTMLElement>("[data-compose]");
    const opens = open && !was;
    if (opens) opener = root.activeElement ?? document.activeElement;
    // The pressed element may have disappeared with its view, which moves the focus to the page. The field may be drawn later.
    if (opens || (open && (held?.isConnected === false || (field !== had && root.activeElement === panel))))
      (field ?? panel).focus({ preventScroll: true });
    had = field;
    if (was && !open && host === document.activeElement) {
      // Before the next paint: an element loses the focus when it becomes inert, and it could not be restored later.
      const back = opener?.isConnected && opener !== document.body && opener !== host ? opener : stage.querySelector(".l:not([hidden])");
      (back as HTMLElement | null)?.focus({ preventScroll: true });
    }
    was = open;
  };
}
