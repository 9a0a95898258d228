// Priority in the bar of selected conversations.
import type { PropsOf } from "#dashboard/screen.ts";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import type { bulkControl } from "#modules/bulk-actions/views";
import { Flag } from "lucide-react";
import { useState } from "react";
import { type Priority, PRIORITY } from "../contract.ts";
import { CHOICES, NAMES } from "./priority.tsx";
import { priorityShortcut } from "./shortcut.ts";

export function BulkPriority({ rows, run }: PropsOf<typeof bulkControl>) {
  const [open, setOpen] = useState(false);
  useShortcut(priorityShortcut.keys, () => setOpen(true), {
    ...{ label: priorityShortcut.label(), group: m.conversations_title(), overrides: true, hidden: true },
  });
  const choose = (priority: Priority) => ({
    label: NAMES[priority](),
    onSelect: () =>
      run({
        ...{ action: PRIORITY, value: { priority } },
        change: ({ fields }) => {
          const { [PRIORITY]: _, ...others } = fields ?? {};
          return { fields: priority === "none" ? others : { ...others, [PRIORITY]: priority } };
        },
        did: (count) =>
          priority === "none" ? m.priority_bulk_did_remove({ count }) : m.priority_bulk_did_set({ count, priority: NAMES[priority]() }),
      }),
  });
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      items={[...CHOICES.map(choose), "separator", choose("none")]}
      trigger={<IconButton label={m.priority_set()} icon={Flag} shortcut={priorityShortcut.keys} disabled={rows.length === 0} />}
    />
  );
}
