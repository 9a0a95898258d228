// Dialog that lists the keyboard shortcuts of this screen, and those that work everywhere; with the switch that turns single-letter ones off.
import { useEffect } from "react";
import { m } from "#messages";
import { setSingleKeys, type Shortcut, useShortcuts, useSingleKeys } from "./shortcuts.ts";
import { Dialog } from "./ui/dialog.tsx";
import { Switch } from "./ui/field.tsx";
import { Kbd } from "./ui/kbd.tsx";
import { releaseKeys } from "./type-ahead.ts";

/** Opened by `?`. */
export default function HelpDialog({ onClose }: { onClose(): void }) {
  const shortcuts = useShortcuts().filter((each) => each.keys !== "");
  const single = useSingleKeys();
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
                <div key={entry.keys} className="flex min-h-8 items-center justify-between gap-4 border-b border-line">
                  <dt>{entry.label}</dt>
                  <dd>
                    <Kbd keys={entry.keys} className="pointer-coarse:inline!" />
                    <span className="sr-only">{entry.keys.replace("$mod", "Control")}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
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
