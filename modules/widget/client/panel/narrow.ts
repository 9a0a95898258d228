// Detects whether the panel fills the screen, and then locks the page's scrolling. Everything else for a full-screen panel is loaded later.
import { importPart } from "../api.ts";
import { lazyPart } from "./lazy-part.ts";

export const narrow = matchMedia("(max-width:480px)");
export const lazyModal = lazyPart(async ({ engine }) => {
  const { followScreen, trapTab } = await importPart("@modal", () => import("../lazy/modal.ts"));
  followScreen(engine.host);
  return trapTab;
}, true);

/** Stops the page behind from scrolling and taking the focus; returns how to undo that. */
export function lockPage(host: HTMLElement): () => void {
  const { style } = document.documentElement;
  const { overflow } = style;
  const others = ([...document.body.children] as HTMLElement[]).filter((it) => it !== host && !it.inert);
  const hold = (held: boolean) => {
    style.overflow = held ? "hidden" : overflow;
    for (const other of others) other.inert = held;
  };
  hold(true);
  return () => hold(false);
}
