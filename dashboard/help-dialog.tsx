// Dialog that lists the keyboard shortcuts of this screen, and those that work everywhere; with a way to change each, and the switch that turns single-letter ones off.
import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { setSingleKeys, type Shortcut, useShortcuts, useSingleKeys } from "./shortcuts.ts";
import { resetAllKeys, useChangedKeys } from "./shortcut-keys.ts";
import { ShortcutRow } from "./shortcut-row.tsx";
import { Button } from "./ui/button.tsx";
import { Dialog } from "./ui/dialog.tsx";
import { Switch } from "./ui/field.tsx";
import { releaseKeys } from "./type-ahead.ts";

/** Opened by `?`. */
export default function HelpDialog({ onClose }: { onClose(): void }) {
  const shortcuts = useShortcuts().filter((each) => each.keys !== "");
  const single = useSingleKeys();
  const [recording, setRecording] = useState<string>();
  const isChanged = Object.keys(useChangedKeys()).length > 0;
  useEffect(() => void releaseKeys(), []);
  const groups = Map.groupBy(
    new Map(shortcuts.map((each) => [`${each.group} ${each.keys}`, each])).values(),
    (each: Shortcut) => each.group,
  );
  return (
    <Dialog open onClose={onClose} title={m.dashboard_help_title()} size="md">
      <div className="grid max-h-[55dvh] gap-5 overflow-y-auto pe-1" tabIndex={0} role="group" aria-label={m.dashboard_help_title()}>
        {[...groups].map(([group, entries]) => (
          <section key={group}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>
            <dl className="grid">
              {entries.map((entry) => (
                <ShortcutRow
                  key={entry.keys}
                  entry={entry}
                  all={shortcuts}
                  recording={recording === entry.keys}
                  onRecord={(on) => setRecording(on ? entry.keys : undefined)}
                />
              ))}
            </dl>
          </section>
        ))}
      </div>
      {isChanged && (
        <Button className="mt-4" size="sm" icon={RotateCcw} onClick={resetAllKeys}>
          {m.dashboard_keys_reset_all()}
        </Button>
      )}
      <Switch
        className="mt-5"
        label={m.dashboard_help_single_keys()}
        hint={m.dashboard_help_single_keys_hint()}
        checked={single}
        onChange={setSingleKeys}
      />
    </Dialog>
  );
}
