// Reorders rows within a list or into another one: by dragging a handle, or with Space and the arrow keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { scrollAtEdges } from "./scroll-at-edges.ts";

/** The list with one entry moved to another position. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

interface Options {
  readonly ids: readonly string[];
  /** Whether rows of this list can be reordered. */
  readonly sorts: boolean;
  /** Keys of all lists in their order on the screen; the next field is the key of this one. */
  readonly lists: readonly string[];
  readonly own: string;
  /** Called with the new order when a row is dropped. */
  onDrop(order: readonly string[]): void;
  /** Called when a row is dropped on another list. */
  onGive(id: string, list: string): void;
  /** Called with the other list that a row is dragged over; undefined for none. */
  onOver(list: string | undefined): void;
  /** Announces the row's position, counted from 1. */
  announce(what: "lifted" | "moved" | "dropped" | "cancelled", id: string, place: number): void;
  announceOver(id: string, list: string): void;
}
interface Lifted {
  readonly id: string;
  readonly order: readonly string[];
  readonly over?: string | undefined;
}

/** `order`: as shown now; `handle`: props of a row's handle. Lists must have `data-list` with their key, rows `data-row`. */
export function useReorder(options: Options) {
  const { ids, sorts, lists, own, onDrop, onGive, onOver, announce, announceOver } = options;
  const [lifted, setLifted] = useState<Lifted>();
  const latest = useRef(lifted);
  const stopFollowing = useRef<() => void>(undefined);
  const set = (next: Lifted | undefined): void => {
    if (latest.current?.over !== next?.over) onOver(next?.over);
    latest.current = next;
    setLifted(next);
    if (next) return;
    stopFollowing.current?.();
    stopFollowing.current = undefined;
  };
  const placeOf = (id: string, order: readonly string[]): number => order.indexOf(id) + 1;
  const drop = (): void => {
    const now = latest.current;
    if (!now) return;
    set(undefined);
    if (now.over !== undefined) return onGive(now.id, now.over);
    announce("dropped", now.id, placeOf(now.id, now.order));
    if (now.order.join() !== ids.join()) onDrop(now.order);
  };
  const cancel = (): void => {
    const now = latest.current;
    if (!now) return;
    set(undefined);
    announce("cancelled", now.id, placeOf(now.id, ids));
  };
  const to = (place: number): void => {
    const now = latest.current;
    if (!now || !sorts) return;
    const from = now.order.indexOf(now.id);
    const target = Math.max(0, Math.min(now.order.length - 1, place));
    if (target === from && now.over === undefined) return;
    set({ id: now.id, order: moved(now.order, from, target) });
    announce("moved", now.id, target + 1);
  };
  const over = (list: string): void => {
    const now = latest.current;
    if (!now || now.over === list) return;
    set({ id: now.id, order: ids, over: list });
    announceOver(now.id, list);
  };
  /** Moves by arrow key; beyond the end of a list comes the next list. */
  const step = (by: 1 | -1): void => {
    const now = latest.current;
    if (!now) return;
    const at = now.order.indexOf(now.id);
    const place = at + by;
    if (now.over === undefined && sorts && place >= 0 && place < ids.length) return to(place);
    const next = lists[lists.indexOf(now.over ?? own) + by];
    if (next === undefined) return;
    if (next !== own) return over(next);
    set({ id: now.id, order: sorts ? moved(ids, ids.indexOf(now.id), by > 0 ? 0 : ids.length - 1) : ids });
    announce("moved", now.id, placeOf(now.id, latest.current?.order ?? ids));
  };

  const dragged = ({ clientX, clientY }: MouseEvent, from: HTMLElement): void => {
    const now = latest.current;
    if (!now) return;
    const list = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-list]")?.dataset["list"];
    if (list !== undefined && list !== own) return over(list);
    if (now.over !== undefined) set({ id: now.id, order: now.order });
    const rows = [...(from.closest("[data-list]")?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = now.order.indexOf(now.id);
    // Two rows swap when the pointer passes the middle of the neighbour.
    const target = rows.findIndex((row, index) => {
      const { top, bottom } = row.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      return index < at ? clientY < middle : index > at ? clientY < bottom && clientY > middle : false;
    });
    if (target >= 0) to(target);
    else if (clientY > (rows.at(-1)?.getBoundingClientRect().bottom ?? Infinity)) to(rows.length - 1);
  };
  const live = useRef({ dragged, drop, cancel });
  useEffect(() => void (live.current = { dragged, drop, cancel }));
  useEffect(() => () => stopFollowing.current?.(), []);

  const handle = (id: string) => ({
    "data-lifted": lifted?.id === id || undefined,
    "aria-pressed": lifted?.id === id,
    onKeyDown: (event: KeyboardEvent): void => {
      const now = latest.current;
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (now) drop();
        else {
          set({ id, order: ids });
          announce("lifted", id, placeOf(id, ids));
        }
      } else if (now && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        step(event.key === "ArrowUp" ? -1 : 1);
      } else if (now && event.key === "Escape") {
        event.preventDefault();
        cancel();
      }
    },
    // Losing the focus drops the row in its list, but never moves it to another list.
    onBlur: () => (latest.current?.over === undefined ? drop() : cancel()),
    // Listens on the window: a moved row leaves the document for a moment and loses its pointer capture.
    onPointerDown: ({ button, currentTarget }: PointerEvent<HTMLElement>): void => {
      if (button !== 0) return;
      set({ id, order: ids });
      const over = new AbortController();
      const { signal } = over;
      const unfollow = scrollAtEdges(currentTarget);
      stopFollowing.current = () => {
        over.abort();
        unfollow();
      };
      addEventListener("pointermove", (event) => live.current.dragged(event, currentTarget), { signal });
      addEventListener("pointerup", () => live.current.drop(), { signal });
      addEventListener("pointercancel", () => live.current.cancel(), { signal });
    },
  });
  return { order: lifted?.order ?? ids, lifted: lifted?.id, handle };
}
