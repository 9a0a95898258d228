// Putting the rows of one list in order: by a handle that is dragged, or lifted with Space and moved with arrows.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

interface Options {
  readonly ids: readonly string[];
  /** Keeps the order; what was lifted is put down. */
  onDrop(order: readonly string[]): void;
  /** Says where the row is, from 1. */
  announce(what: "lifted" | "moved" | "dropped" | "cancelled", id: string, place: number): void;
}
interface Lifted {
  readonly id: string;
  readonly order: readonly string[];
}

/** `order` = as it is shown now; `handle` = what a row's handle needs; `row` = what marks the row for measuring. */
export function useReorder({ ids, onDrop, announce }: Options) {
  const [lifted, setLifted] = useState<Lifted>();
  const latest = useRef(lifted);
  const set = (next: Lifted | undefined): void => {
    latest.current = next;
    setLifted(next);
  };
  const placeOf = (id: string, order: readonly string[]): number => order.indexOf(id) + 1;
  const drop = (): void => {
    const now = latest.current;
    if (!now) return;
    set(undefined);
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
    if (!now) return;
    const from = now.order.indexOf(now.id);
    const target = Math.max(0, Math.min(now.order.length - 1, place));
    if (target === from) return;
    set({ id: now.id, order: moved(now.order, from, target) });
    announce("moved", now.id, target + 1);
  };

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
        to(now.order.indexOf(id) + (event.key === "ArrowUp" ? -1 : 1));
      } else if (now && event.key === "Escape") {
        event.preventDefault();
        cancel();
      }
    },
    // Whoever goes elsewhere has put it down where it is.
    onBlur: drop,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      set({ id, order: ids });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!latest.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const rows = [...(event.currentTarget.closest("[data-reorder]")?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const own = latest.current.order.indexOf(id);
      // Past the middle of a neighbour, the two change places.
      const target = rows.findIndex((row, index) => {
        const { top, bottom } = row.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        return index < own ? event.clientY < middle : index > own ? event.clientY < bottom && event.clientY > middle : false;
      });
      if (target >= 0) to(target);
      else if (event.clientY > (rows.at(-1)?.getBoundingClientRect().bottom ?? Infinity)) to(rows.length - 1);
    },
    onPointerUp: drop,
    onPointerCancel: cancel,
  });
  return { order: lifted?.order ?? ids, lifted: lifted?.id, handle };
}
