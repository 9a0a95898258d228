// Loads parts of the panel when they are first needed.
import type { PanelController } from "./controller.ts";

// A failed load is retried after this time, not with every drawing.
const AGAIN = 3000;

/**
 * Returns a function that returns the part once it is loaded. Loads it on first use, with its style and its texts (not if it is `silent`),
 * and then redraws.
 */
export function lazyPart<T extends object>(fetch: (controller: PanelController) => Promise<T>, silent = false) {
  let part: T | undefined;
  let loading = false;
  return (needed: unknown, controller: PanelController): T | undefined => {
    if (needed && !loading) {
      loading = true;
      Promise.all([fetch(controller), silent || controller.loadParts()]).then(
        ([it]) => {
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
