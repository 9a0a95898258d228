// Order on a coordinator object: what is in sequence goes out at once, a gap is read from the database first.
export interface Item {
  readonly cursor: number;
  readonly previous: number;
  readonly frame: string;
}

/** What to do with an announced item when everything up to `head` has been sent. */
export function place(head: number, item: Item): "send" | "known" | "gap" {
  if (item.cursor <= head) return "known";
  return item.previous <= head ? "send" : "gap";
}
