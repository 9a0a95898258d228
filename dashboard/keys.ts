// Parses and formats keyboard shortcuts.
const APPLE = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES: Record<string, string> = {
  $mod: APPLE ? "⌘" : "Ctrl",
  Meta: "⌘",
  Control: "Ctrl",
  Shift: APPLE ? "⇧" : "Shift",
  Alt: APPLE ? "⌥" : "Alt",
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** `$mod+k` → `⌘K` on Apple, `Ctrl K` elsewhere; `g i` → `G then I`. */
export function prettyKeys(keys: string): string {
  const press = (one: string) =>
    one
      .split("+")
      .map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part))
      .join(APPLE ? "" : " ");
  return keys.split(" ").map(press).join(" then ");
}
