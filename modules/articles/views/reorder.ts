// Reorders rows within a list or into another one: by dragging a handle, or with Space and the arrow keys.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { scrollAtEdges } from "./scroll-at-edges.ts";

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

interface Options {
  readonly ids: readonly string[];
  /** Rows of this list can change places. */
  readonly sorts: boolean;
  /** All lists in their order on the screen, and the one that this is. */
  readonly lists: readonly string[];
  readonly own: string;
  /** Keeps the order; what was lifted is put down. */
  onDrop(order: readonly string[]): void;
  /** Puts it into another list. */
  onGive(id: string, list: string): void;
  /** Another list is where it would go now; undefined: none. */
  onOver(list: string | undefined): void;
  /** Says where the row is, from 1. */
  announce(what: "lifted" | "moved" | "dropped" | "cancelled", id: string, place: number): void;
  announceOver(id: string, list: string): void;
}
interface Lifted {
  readonly id: string;
  readonly order: readonly string[];
  readonly over?: string | undefined;
}

/** `order` = as it is shown now; `handle` = what a row's handle needs. Lists say who they are with `data-list`, rows with `data-row`. */
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
  /** With the arrows: over the end of the list lies the next one. */
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
    // Past the middle of a neighbour, the two change places.
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
    // Whoever goes elsewhere has put it down where it is, but gives nothing away by that.
    onBlur: () => (latest.current?.over === undefined ? drop() : cancel()),
    // Heard on the window: a row that changes places leaves the document for a moment, and with it goes what it had captured.
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
