// Keyboard shortcuts: one registry that the window, the palette and the help dialog read.
import { useEffect, useRef } from "react";
import { defaultKeybindingsHandlerIgnore, tinykeys } from "tinykeys";
import { store, useStore } from "./store.ts";

export interface ShortcutInfo {
  readonly label: string;
  readonly group: string;
  /** Works while typing too; only for combinations with a modifier. */
  readonly inInputs?: boolean;
  /** Stays out of the palette (movement). */
  readonly hidden?: boolean;
  readonly enabled?: boolean;
}
export interface Shortcut extends ShortcutInfo {
  readonly keys: string;
  run(): void;
}

const registered = store<readonly Shortcut[]>([]);
/** All shortcuts that work right now; later ones win. */
export const useShortcuts = (): readonly Shortcut[] => useStore(registered);

const OFF = "seed.shortcuts";
const stored = (): boolean => {
  try {
    return localStorage.getItem(OFF) !== "off";
  } catch {
    return true;
  }
};
const single = store(stored());
/** Whether shortcuts of single letters work (WCAG 2.1.4 asks for a way to turn them off). */
export const useSingleKeys = (): boolean => useStore(single);
export function setSingleKeys(on: boolean): void {
  single.set(on);
  try {
    localStorage.setItem(OFF, on ? "on" : "off");
  } catch {
    // A browser without storage forgets it with the page.
  }
}

/** Registers a shortcut while the component stands. `keys` in tinykeys' notation: `j`, `g i`, `$mod+Enter`, `Shift+f`. */
export function useShortcut(
  keys: string,
  run: (event?: KeyboardEvent) => void,
  { label, group, inInputs = false, hidden = false, enabled = true }: ShortcutInfo,
): void {
  const latest = useRef(run);
  useEffect(() => void (latest.current = run));
  useEffect(() => {
    if (!enabled) return;
    const entry: Shortcut = { keys, label, group, inInputs, hidden, run: () => latest.current() };
    registered.set((all) => [...all, entry]);
    return () => registered.set((all) => all.filter((each) => each !== entry));
  }, [keys, label, group, inInputs, hidden, enabled]);
}

/** Registers an action that has no keys: it stands in the palette while the component does. */
export const useCommand = (run: () => void, { label, group }: Pick<ShortcutInfo, "label" | "group">): void =>
  useShortcut("", run, { label, group });

const hasModifier = (keys: string): boolean => /\$mod|Control|Meta|Alt/.test(keys);
// A toast calls itself a dialog too, one that nothing waits for.
const dialogOpen = (): boolean =>
  document.querySelector(':is([role="dialog"],[role="alertdialog"]):not([aria-modal="false"]),[role="menu"]') !== null;

function ignored(event: KeyboardEvent, entry: Shortcut): boolean {
  if (event.isComposing || event.defaultPrevented) return true;
  if (!entry.inInputs && defaultKeybindingsHandlerIgnore(event)) return true;
  if (hasModifier(entry.keys)) return !entry.inInputs && dialogOpen();
  return !single.get() || dialogOpen();
}

/** `j` also as the key's place on the board, for layouts without Latin letters; symbols whether or not they need Shift. */
function spellings(keys: string): readonly string[] {
  const presses = keys.split(" ");
  const plain = presses.map((press) => (/^[^a-z0-9\s]$/i.test(press) ? `[Shift]+${press}` : press)).join(" ");
  if (!presses.every((press) => /(^|\+)[a-z]$/i.test(press))) return [plain];
  return [plain, presses.map((press) => press.replace(/[a-z]$/i, (letter) => `Key${letter.toUpperCase()}`)).join(" ")];
}

/** Listens on the window; called once. */
export function listenForShortcuts(): void {
  let stop = (): void => {};
  const bind = (): void => {
    stop();
    const bindings = new Map<string, (event: KeyboardEvent) => void>();
    for (const entry of registered.get()) {
      if (entry.keys === "") continue;
      spellings(entry.keys).forEach((keys, index) => {
        bindings.set(keys, (event) => {
          // The place on the board counts only where the key itself is no Latin letter.
          if (index === 1 && /^[a-z]$/i.test(event.key)) return;
          if (ignored(event, entry)) return;
          event.preventDefault();
          entry.run();
        });
      });
    }
    stop = tinykeys(window, Object.fromEntries(bindings), { ignore: () => false });
  };
  let due = false;
  const later = (): void => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      bind();
    });
  };
  registered.subscribe(later);
  bind();
}
