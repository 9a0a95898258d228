// What is passed on to many at once: the first mark of a second at once, then at its end the last one of each sender.
import { seconds } from "#kernel/clock/index.ts";

export const WINDOW = seconds(1);
/** Senders whose marks may wait for the end of a window. */
export const WAITING = 50;

/** Passes on at most one mark of a key in each window. The timer only runs after a mark, so it never wakes anybody. */
export class Coalescer {
  readonly #waiting = new Map<string, () => void>();
  #open = false;

  /** Delivers now or at the end of the window. A droppable mark is dropped where too many wait; a later one replaces an earlier one. */
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
