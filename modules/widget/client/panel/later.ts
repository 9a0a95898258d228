// Loads parts of the panel when they are first needed.
import type { PanelController } from "./controller.ts";

// A failed fetch is not repeated by every drawing, but after this time as long as the part is needed.
const AGAIN = 3000;

/** A function that answers the part once it is needed and here; it draws again when it has come, with the part's style. */
export function later<T extends object>(fetch: (controller: PanelController) => Promise<T>) {
  let part: T | undefined;
  let loading = false;
  return (needed: unknown, controller: PanelController): T | undefined => {
    if (needed && !loading) {
      loading = true;
      fetch(controller).then(
        (it) => {
          part = it;
          if ("style" in it) controller.engine.adopt(String(it.style));
          controller.store.set({ hint: "" });
        },
        () => {
          controller.store.set({ hint: controller.text("loadFailed") });
          setTimeout(() => {
            loading = false;
            controller.store.set({});
          }, AGAIN);
        },
      );
    }
    return needed ? part : undefined;
  };
}
