// Loads parts of the panel when they are first needed.
import type { PanelController } from "./desk.ts";

// A failed fetch is not repeated by every drawing, but after this time as long as the part is needed.
const AGAIN = 3000;

/** A function that answers the part once it is needed and here; it draws again when it has come, with the part's style. */
export function later<T extends object>(fetch: (desk: PanelController) => Promise<T>) {
  let part: T | undefined;
  let loading = false;
  return (needed: unknown, desk: PanelController): T | undefined => {
    if (needed && !loading) {
      loading = true;
      fetch(desk).then(
        (it) => {
          part = it;
          if ("style" in it) desk.engine.adopt(String(it.style));
          desk.store.set({ hint: "" });
        },
        () => {
          desk.store.set({ hint: desk.text("loadFailed") });
          setTimeout(() => {
            loading = false;
            desk.store.set({});
          }, AGAIN);
        },
      );
    }
    return needed ? part : undefined;
  };
}
