// Keeps the thread scrolled to its end unless the visitor has scrolled up.
import type { Row } from "./rows.ts";
import type { Store } from "./state.ts";

const NEAR = 64;

export function makeLog(store: Store) {
  let box: HTMLElement;
  let stuck = true;
  let fromEnd: number | undefined;
  let drawn: { key?: string; first?: string | undefined; latest?: string | undefined } = {};

  const toEnd = () => {
    stuck = true;
    box.scrollTop = box.scrollHeight;
    if (store.get().news) store.set({ news: false });
  };
  return {
    toEnd,
    /** Called when the element is added; returns the cleanup. */
    watch(element: HTMLElement) {
      box = element;
      drawn = {};
      // Images and the composer change heights after the rows are drawn.
      const resize = new ResizeObserver(() => stuck && toEnd());
      for (const it of [box, ...box.children]) resize.observe(it);
      return () => resize.disconnect();
    },
    /** Keeps the scroll position while older messages are inserted above. */
    keepScrollPosition: () => (fromEnd = box.scrollHeight - box.scrollTop),
    /** Called after each drawing; `key` identifies the thread. */
    settle(key: string, rows: readonly Row[]) {
      const now = { key, first: rows[0]?.key, latest: rows.at(-1)?.key };
      const { key: same, first, latest } = drawn;
      drawn = now;
      if (now.first !== first && fromEnd !== undefined) {
        box.scrollTop = box.scrollHeight - fromEnd;
        fromEnd = undefined;
      }
      if (now.latest === latest && same === key) return;
      if (stuck || same !== key || rows.at(-1)?.kind === "outgoing") toEnd();
      else store.set({ news: true });
    },
    /** Returns whether the beginning is near. */
    scrolled(): boolean {
      stuck = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (stuck && store.get().news) store.set({ news: false });
      return box.scrollTop < NEAR;
    },
  };
}
