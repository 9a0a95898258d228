// The keys that a member gave to actions in place of the usual ones. Kept in this browser, as the switch for single keys is.
import { store, useStore } from "./store.ts";

const KEY = "seed.shortcut-keys";
/** By the usual keys of an action, which name it. */
type Changed = Readonly<Record<string, string>>;

/** Whether the keys have a modifier, and so work while somebody types. */
export const hasModifier = (keys: string): boolean => /\$mod|Control|Meta|Alt/.test(keys);

function stored(): Changed {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  } catch {
    return {};
  }
}
const changed = store(stored());
export const changedKeys = changed;
/** The keys of an action as they are now. */
export const keysNow = (usual: string): string => changed.get()[usual] ?? usual;
export const useKeysNow = (usual: string): string => useStore(changed)[usual] ?? usual;
/** All changes, for lists of actions. */
export const useChangedKeys = (): Changed => useStore(changed);

function put(next: Changed): void {
  changed.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
/** Gives an action other keys; the usual ones take that back. */
export function setKeys(usual: string, keys: string): void {
  const { [usual]: _, ...others } = changed.get();
  put(keys === usual ? others : { ...others, [usual]: keys });
}
export const resetAllKeys = (): void => put({});
