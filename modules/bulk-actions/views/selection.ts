// Which rows of the list are selected.
import { store, useStore } from "#dashboard/store.ts";

export interface Selection {
  /** The list that it is of; another list begins without one. */
  readonly place: string;
  /** Rows are being selected, though none may be yet. */
  readonly selecting: boolean;
  /** All of the list but `except`, loaded or not. */
  readonly all: boolean;
  readonly except: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly anchor: string | undefined;
}
const NONE: ReadonlySet<string> = new Set();
const nothing: Selection = { place: "", selecting: false, all: false, except: NONE, ids: NONE, anchor: undefined };
const held = store<Selection>(nothing);
/** The ids of the list's rows, in its order. */
let order: readonly string[] = [];

export const heldSelection = (): Selection => held.get();
export const useSelection = (): Selection => useStore(held);
export const isSelected = ({ all, except, ids }: Selection, id: string): boolean => (all ? !except.has(id) : ids.has(id));
export const clearSelection = (): void => held.set(({ place }) => ({ ...nothing, place }));
export const beginSelecting = (): void => held.set((now) => ({ ...now, selecting: true }));

/** Called with every change of the list. Rows that left it are not selected any more. */
export function tellOrder(place: string, ids: readonly string[]): void {
  order = ids;
  held.set((now) => {
    // Rows can be selected before the bar is loaded.
    if (now.place === "") return { ...now, place };
    if (now.place !== place) return { ...nothing, place };
    const left = [...now.ids].filter((id) => !ids.includes(id));
    if (left.length === 0) return now;
    const kept = new Set([...now.ids].filter((id) => ids.includes(id)));
    return kept.size === 0 ? { ...nothing, place } : { ...now, ids: kept };
  });
}

/** Selects a row, or not any more. `range`: all rows between the last one and this become as this does. */
export function toggle(id: string, range = false): void {
  held.set((now) => {
    const on = !isSelected(now, id);
    const [from, to] = range && now.anchor !== undefined ? [order.indexOf(now.anchor), order.indexOf(id)] : [-1, -1];
    const which = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    const changed = new Set(now.all ? now.except : now.ids);
    for (const each of which)
      if (on === now.all) changed.delete(each);
      else changed.add(each);
    const next = { ...now, selecting: true, anchor: id, ...(now.all ? { except: changed } : { ids: changed }) };
    return !next.all && next.ids.size === 0 ? { ...nothing, place: now.place } : next;
  });
}
export const selectLoaded = (): void =>
  held.set((now) => ({ ...now, selecting: true, all: false, except: NONE, ids: new Set(order), anchor: undefined }));
export const selectAll = (): void =>
  held.set((now) => ({ ...now, selecting: true, all: true, except: NONE, ids: NONE, anchor: undefined }));
