// Keyboard shortcuts: one registry that the window, the palette and the help dialog read.
import { useEffect, useRef } from "react";
import { defaultKeybindingsHandlerIgnore, tinykeys } from "tinykeys";
import { changedKeys, hasModifier, keysNow } from "./shortcut-keys.ts";
import { store, useStore } from "./store.ts";

export interface ShortcutInfo {
  readonly label: string;
  readonly group: string;
  /** Works while typing too; only for combinations with a modifier. */
  readonly inInputs?: boolean;
  /** Stays out of the palette (movement). */
  readonly hidden?: boolean;
  /** Runs again and again while its key is held down (movement); the others run once a press. */
  readonly repeats?: boolean;
  /** Its keys cannot be changed: what they do is decided elsewhere, too. */
  readonly fixed?: boolean;
  readonly enabled?: boolean;
  /** Wins over others with the same keys, whichever was registered later: of what acts on a selection. */
  readonly overrides?: boolean;
}
export interface Shortcut extends ShortcutInfo {
  readonly keys: string;
  /** Absent for one that only the help dialog lists. */
  run?(): void;
}
/**
 * A shortcut that is declared once and used twice: whoever runs it registers it with `useDeclaredShortcut`, and a screen on which it will
 * work later, such as once a conversation is open, lists it with `useListedShortcuts`.
 */
export interface DeclaredShortcut extends Omit<ShortcutInfo, "label" | "group" | "enabled"> {
  /** As `useShortcut` takes them. */
  readonly keys: string;
  label(): string;
  group(): string;
}

const registered = store<readonly Shortcut[]>([]);
/** All active shortcuts; of two with the same keys, one that overrides wins, else the later one. */
export const useShortcuts = (): readonly Shortcut[] => useStore(registered);

/** Those that win come last. */
const inOrder = (all: readonly Shortcut[]): readonly Shortcut[] =>
  all.toSorted((a, b) => Number(a.overrides === true) - Number(b.overrides === true));

/** Runs what the keys would run, also while somebody types. */
export const runShortcut = (keys: string): void =>
  inOrder(registered.get())
    .findLast((each) => each.keys === keys && each.run)
    ?.run?.();

const KEY = "seed.shortcuts";
const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
};
const singleKeys = store(stored());
/** Whether shortcuts of single letters work (WCAG 2.1.4 asks for a way to turn them off). */
export const useSingleKeys = (): boolean => useStore(singleKeys);
export function setSingleKeys(on: boolean): void {
  singleKeys.set(on);
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Registers a shortcut while the component is mounted. `keys` in tinykeys' notation: `j`, `g i`, `$mod+Enter`, `Shift+f`. */
export function useShortcut(
  keys: string,
  run: (event?: KeyboardEvent) => void,
  { label, group, inInputs = false, hidden = false, repeats = false, fixed = false, enabled = true, overrides = false }: ShortcutInfo,
): void {
  const latest = useRef(run);
  useEffect(() => void (latest.current = run));
  useEffect(() => {
    if (!enabled) return;
    const entry: Shortcut = { keys, label, group, inInputs, hidden, repeats, fixed, overrides, run: () => latest.current() };
    registered.set((all) => [...all, entry]);
    return () => registered.set((all) => all.filter((each) => each !== entry));
  }, [keys, label, group, inInputs, hidden, repeats, fixed, enabled, overrides]);
}

/** Registers a declared shortcut while the component is mounted. */
export const useDeclaredShortcut = ({ keys, label, group, ...more }: DeclaredShortcut, run: (event?: KeyboardEvent) => void): void =>
  useShortcut(keys, run, { ...more, label: label(), group: group() });

/** Lists shortcuts in the help dialog while the component is mounted, whether or not they work at the moment. */
export function useListedShortcuts(shortcuts: readonly DeclaredShortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => void (latest.current = shortcuts));
  const which = shortcuts.map(({ keys }) => keys).join("\n");
  useEffect(() => {
    const listed = latest.current.map(({ label, group, ...more }): Shortcut => ({ ...more, label: label(), group: group() }));
    registered.set((all) => [...all, ...listed]);
    return () => registered.set((all) => all.filter((each) => !listed.includes(each)));
  }, [which]);
}

/** Registers an action without keys, listed in the palette while the component is mounted. */
export const useCommand = (run: () => void, { label, group }: Pick<ShortcutInfo, "label" | "group">): void =>
  useShortcut("", run, { label, group });

// A toast is a dialog too, but not a modal one.
const dialogOpen = (): boolean =>
  document.querySelector(':is([role="dialog"],[role="alertdialog"]):not([aria-modal="false"]),[role="menu"]') !== null;

/** Nothing is typed into a checkbox, which keeps the focus after it was pressed. */
const isTyping = (event: KeyboardEvent): boolean =>
  defaultKeybindingsHandlerIgnore(event) && !(event.target instanceof HTMLInputElement && event.target.type === "checkbox");

function ignored(event: KeyboardEvent, entry: Shortcut): boolean {
  if (event.isComposing || event.defaultPrevented) return true;
  if (!entry.inInputs && isTyping(event)) return true;
  if (hasModifier(keysNow(entry.keys))) return !entry.inInputs && dialogOpen();
  return !singleKeys.get() || dialogOpen();
}

/** The bindings of a shortcut: `j` also by the physical key, for layouts without Latin letters; symbols with or without Shift. */
function bindingsOf(keys: string): readonly string[] {
  const presses = keys.split(" ");
  const plain = presses.map((press) => (/^[^a-z0-9\s]$/i.test(press) ? `[Shift]+${press}` : press)).join(" ");
  if (!presses.every((press) => /(^|\+)[a-z]$/i.test(press))) return [plain];
  return [plain, presses.map((press) => press.replace(/[a-z]$/i, (letter) => `Key${letter.toUpperCase()}`)).join(" ")];
}

/** Milliseconds between two keys of a sequence, as tinykeys has it. */
const SEQUENCE_LASTS = 1000;

/** Binds the registered shortcuts to the window; called once. */
export function listenForShortcuts(): void {
  let stop = (): void => {};
  /** The keys that begin a sequence. */
  let prefixes: ReadonlySet<string> = new Set();
  const bind = (): void => {
    stop();
    prefixes = new Set(registered.get().flatMap(({ keys }) => /^(\S+) /.exec(keysNow(keys))?.[1] ?? []));
    const bindings = new Map<string, (event: KeyboardEvent) => void>();
    // Sequences come first: the last key of one, such as the `c` of `g c`, would else do what it does alone.
    const isSequence = ({ keys }: Shortcut): number => Number(keysNow(keys).includes(" "));
    for (const entry of inOrder(registered.get()).toSorted((a, b) => isSequence(b) - isSequence(a))) {
      if (entry.keys === "" || !entry.run) continue;
      bindingsOf(keysNow(entry.keys)).forEach((keys, index) => {
        bindings.set(keys, (event) => {
          // The physical key counts only if the key typed is not a Latin letter.
          if (index === 1 && /^[a-z]$/i.test(event.key)) return;
          if (ignored(event, entry)) return;
          event.preventDefault();
          if (!event.repeat || entry.repeats === true) entry.run?.();
        });
      });
    }
    stop = tinykeys(window, Object.fromEntries(bindings), { ignore: () => false });
  };
  let scheduled = false;
  /** Until when a sequence such as `g c` that has begun may go on; binding anew would forget its beginning. */
  let sequenceUntil = -Infinity;
  let postponed: ReturnType<typeof setTimeout> | undefined;
  const bindUnlessBegun = (): void => {
    clearTimeout(postponed);
    const wait = sequenceUntil - performance.now();
    if (wait > 0) postponed = setTimeout(bindUnlessBegun, wait);
    else bind();
  };
  addEventListener(
    "keydown",
    ({ key }) => {
      const begins = prefixes.has(key.toLowerCase());
      const wasBegun = sequenceUntil > performance.now();
      sequenceUntil = begins ? performance.now() + SEQUENCE_LASTS : -Infinity;
      // After this key has done what it does.
      if (wasBegun && !begins) setTimeout(bindUnlessBegun, 0);
    },
    true,
  );
  const scheduleBind = (): void => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      bindUnlessBegun();
    });
  };
  registered.subscribe(scheduleBind);
  changedKeys.subscribe(scheduleBind);
  bind();
}
