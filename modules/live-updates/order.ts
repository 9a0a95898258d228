// Keeps the order of frames on a coordinator: items in sequence are sent at once, a gap is read from the database first. Pure.
export interface Item {
  readonly cursor: number;
  readonly previous: number;
  readonly frame: string;
}

/** Decides what to do with an announced item after everything up to `head` was sent. */
export function place(head: number, item: Item): "send" | "known" | "gap" {
  if (item.cursor <= head) return "known";
  return item.previous <= head ? "send" : "gap";
}
