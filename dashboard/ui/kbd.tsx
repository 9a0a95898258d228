// Draws a key or a key combination as key caps.
import { clsx } from "clsx";
import { prettyKeys } from "../keys.ts";
import { useKeysNow } from "../shortcut-keys.ts";

/** Shows the keys that an action has now, by its usual ones, such as `$mod+Enter` or `g i`. Decorative: the spoken name belongs to the control. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={clsx("rounded-xs border pointer-coarse:hidden border-line bg-subtle px-1 font-sans text-2xs text-muted", className)}
    >
      {prettyKeys(useKeysNow(keys))}
    </kbd>
  );
}
