// One action of the help dialog with its key, which can be changed.
import { Pencil, RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { prettyKeys } from "./keys.ts";
import { pressed, type Refused, refusalOf } from "./record-keys.ts";
import { keysNow, setKeys, useKeysNow } from "./shortcut-keys.ts";
import type { Shortcut } from "./shortcuts.ts";
import { IconButton } from "./ui/button.tsx";
import { Kbd } from "./ui/kbd.tsx";

interface RowProps {
  readonly entry: Shortcut;
  /** All actions, which may have the keys already. */
  readonly all: readonly Shortcut[];
  readonly recording: boolean;
  onRecord(recording: boolean): void;
}

export function ShortcutRow({ entry, all, recording, onRecord }: RowProps) {
  const keys = useKeysNow(entry.keys);
  const [refused, setRefused] = useState<Refused>();
  const take = (next: string): void => {
    const others = all.map((one) => ({ keys: one.keys, label: one.label, now: keysNow(one.keys) }));
    const why = refusalOf(entry, next, others);
    setRefused(why);
    if (!why) setKeys(entry.keys, next);
    onRecord(false);
  };
  const record = (): void => {
    setRefused(undefined);
    onRecord(true);
  };
  return (
    <div className="flex min-h-8 items-center gap-2 border-b border-line">
      <dt className="flex-1">
        {entry.label}
        {refused && (
          <p role="alert" className="pb-1.5 text-xs text-bad-text">
            {refused.why === "taken" ? m.dashboard_keys_taken({ action: refused.by }) : m.dashboard_keys_modifier()}
          </p>
        )}
      </dt>
      <dd className="flex items-center gap-1">
        {recording ? (
          <Recorder onKeys={take} onCancel={() => onRecord(false)} />
        ) : (
          <>
            <Kbd keys={entry.keys} className="pointer-coarse:inline!" />
            <span className="sr-only">{prettyKeys(keys)}</span>
          </>
        )}
        {entry.fixed === true || entry.keys === "Escape" ? (
          <span className="w-7" />
        ) : (
          <IconButton label={m.dashboard_keys_change({ action: entry.label })} icon={Pencil} onClick={record} />
        )}
        {keys === entry.keys ? (
          <span className="w-7" />
        ) : (
          <IconButton label={m.dashboard_keys_reset({ action: entry.label })} icon={RotateCcw} onClick={() => take(entry.keys)} />
        )}
      </dd>
    </div>
  );
}

/** Takes the next keys that are pressed, before anything else does; Escape and a click elsewhere end it. */
function Recorder({ onKeys, onCancel }: { onKeys(keys: string): void; onCancel(): void }) {
  const [so, setSo] = useState("");
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      if (event.key === "Tab") return onCancel();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") return onCancel();
      const next = pressed(so, event);
      if (next?.done === true) onKeys(next.keys);
      else if (next) setSo(next.keys);
    };
    addEventListener("keydown", down, true);
    addEventListener("pointerdown", onCancel);
    return () => {
      removeEventListener("keydown", down, true);
      removeEventListener("pointerdown", onCancel);
    };
  }, [so, onKeys, onCancel]);
  return (
    <span role="status" className="text-xs text-accent-text">
      {so === "" ? m.dashboard_keys_press() : m.dashboard_keys_then({ keys: prettyKeys(so) })}
    </span>
  );
}
