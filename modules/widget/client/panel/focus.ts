// Manages keyboard focus: into the panel when it opens, back when it closes, and trapped while the panel fills the screen.
import type { PanelController } from "./controller.ts";
import { holdPage, modalPart, narrow } from "./narrow.ts";

/** Answers what to call after each drawing; `held` had the focus before it. */
export function makeFocus(controller: PanelController) {
  const { host, stage } = controller.engine;
  const root = stage.getRootNode() as ShadowRoot;
  let was = false;
  let had: HTMLElement | null;
  let opener: Element | null;
  let release: (() => void) | undefined;

  return (panel: HTMLElement, open: boolean, held: Element | null) => {
    // Before the focus goes back, which an inert page would not take.
    const full = open && narrow.matches;
    modalPart(narrow.matches, controller);
    if (full) release ??= holdPage(host);
    else {
      release?.();
      release = undefined;
    }
    // A keyboard that slides over the messages unasked is in the way on a touch screen.
    const field = matchMedia("(pointer:coarse)").matches ? null : panel.querySelector<HTMLElement>("[data-compose]");
    const opens = open && !was;
    if (opens) opener = root.activeElement ?? document.activeElement;
    // What was pressed may be gone with its view, and the keyboard would be on the page. The field may come later than the panel.
    if (opens || (open && (held?.isConnected === false || (field !== had && root.activeElement === panel))))
      (field ?? panel).focus({ preventScroll: true });
    had = field;
    if (was && !open && host === document.activeElement) {
      // Before the next paint: a panel that became inert has lost the focus by then, and nobody could give it back.
      const back = opener?.isConnected && opener !== document.body && opener !== host ? opener : stage.querySelector(".l:not([hidden])");
      (back as HTMLElement | null)?.focus({ preventScroll: true });
    }
    was = open;
  };
}
