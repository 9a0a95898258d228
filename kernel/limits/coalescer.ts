// Coalesces typing and online signals: the first in a second is delivered at once, then the last of each sender at the end of the second.
import { seconds } from "#kernel/clock/index.ts";

export const WINDOW = seconds(1);
/** Senders whose droppable signals may wait for the end of a window. */
export const WAITING = 50;

/** Delivers at most one signal of a key in each window. The timer only runs after a signal, so it never wakes a hibernating coordinator. */
export class Coalescer {
  readonly #waiting = new Map<string, () => void>();
  #open = false;

  /** Delivers now or at the end of the window, where the latest replaces earlier ones. Droppable signals are dropped when too many wait. */
  pass(key: string, deliver: () => void, droppable: boolean): void {
    if (this.#open) {
      if (!droppable || this.#waiting.has(key) || this.#waiting.size < WAITING) this.#waiting.set(key, deliver);
      return;
    }
    deliver();
    this.#begin();
  }
  #begin(): void {
    this.#open = true;
    setTimeout(() => {
      this.#open = false;
      const due = [...this.#waiting.values()];
      this.#waiting.clear();
      if (due.length === 0) return;
      this.#begin();
      for (const deliver of due) deliver();
    }, WINDOW);
  }
}
