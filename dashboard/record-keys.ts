// What somebody presses to give an action other keys, and whether it may have them. Pure.
import { hasModifier } from "./shortcut-keys.ts";

/** Keys that begin a sequence, such as `g i`. */
const PREFIXES = ["g"];
const ALONE = ["Shift", "Control", "Alt", "Meta", "CapsLock", "Dead", "AltGraph"];

/**
 * The keys so far after one more press, in tinykeys' notation; `done` once they are whole. Undefined for a press that cannot be a shortcut:
 * a modifier alone, or a key that moves the focus.
 */
export function pressed(
  before: string,
  { key, code, ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): { readonly keys: string; readonly done: boolean } | undefined {
  if (ALONE.includes(key) || ["Tab", "Escape", "Enter", " "].includes(key)) return undefined;
  // Layouts without Latin letters are named by the physical key, as shortcuts are matched.
  const letter = /^[a-z]$/i.test(key)
    ? key.toLowerCase()
    : /^Key[A-Z]$/.test(code) && !/^[\x20-\x7e]$/.test(key)
      ? code.slice(3).toLowerCase()
      : key;
  const isLetter = /^[a-z]$/.test(letter);
  const parts = [
    ...(ctrlKey || metaKey ? ["$mod"] : []),
    ...(altKey ? ["Alt"] : []),
    ...(shiftKey && (isLetter || letter.length > 1) ? ["Shift"] : []),
    letter,
  ];
  const one = parts.join("+");
  if (before !== "") return { keys: `${before} ${one}`, done: true };
  return { keys: one, done: !PREFIXES.includes(one) };
}

interface Action {
  readonly keys: string;
  readonly label: string;
  readonly inInputs?: boolean;
}
export type Refused = { readonly why: "taken"; readonly by: string } | { readonly why: "modifier" };
/** Why an action may not have these keys: another has them, or one is the beginning of the other; or it must work while somebody types. */
export function refusalOf(action: Action, keys: string, others: readonly (Action & { readonly now: string })[]): Refused | undefined {
  if (action.inInputs === true && !hasModifier(keys)) return { why: "modifier" };
  const begins = (a: string, b: string): boolean => a === b || b.startsWith(`${a} `);
  const other = others.find((one) => one.keys !== action.keys && (begins(one.now, keys) || begins(keys, one.now)));
  return other ? { why: "taken", by: other.label } : undefined;
}
