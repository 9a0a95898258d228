// Spam in the bar of selected conversations.
import type { PropsOf } from "#dashboard/screen.ts";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { bulkControl } from "#modules/bulk-actions/views";
import { OctagonAlert } from "lucide-react";
import { isSpam, SPAM, YES } from "../contract.ts";
import { spamShortcut } from "./shortcut.ts";

/** Marks what is selected as spam, or if all of it is, takes that back. */
export function BulkSpam({ rows, run }: PropsOf<typeof bulkControl>) {
  const unmarks = rows.length > 0 && rows.every(isSpam);
  const act = (): void =>
    run({
      ...{ action: SPAM, value: { spam: !unmarks } },
      change: ({ fields }) => {
        const { [SPAM]: _, ...others } = fields ?? {};
        return unmarks
          ? { status: "open", silenced: undefined, fields: others }
          : { status: "closed", snoozedUntil: null, waitingSince: null, silenced: true, fields: { ...others, [SPAM]: YES } };
      },
      did: (count) => (unmarks ? m.spam_bulk_did_not({ count }) : m.spam_bulk_did_mark({ count })),
    });
  useShortcut(spamShortcut.keys, act, { label: spamShortcut.label(), group: m.conversations_title(), overrides: true, hidden: true });
  return (
    <IconButton
      label={unmarks ? m.spam_not() : m.spam_mark()}
      icon={OctagonAlert}
      shortcut={spamShortcut.keys}
      onClick={act}
      disabled={rows.length === 0}
    />
  );
}
