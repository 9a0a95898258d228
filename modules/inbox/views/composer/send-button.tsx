// The Send button, with a menu of other ways to send.
import { latePart } from "#dashboard/late-part.ts";
import { Menu } from "#dashboard/ui/menu.tsx";
import { prettyKeys } from "#dashboard/keys.ts";
import { runShortcut } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import { ChevronDown, SendHorizontal } from "lucide-react";
import { useState } from "react";
import { clockText } from "#dashboard/ui/dates.ts";
import type { Snooze } from "#modules/live-inbox/views";
import { snoozeUntil } from "../snooze.ts";
import type { Kind } from "./use-draft.ts";

const SnoozeDialog = latePart(() => import("../actions/snooze-dialog.tsx"));
// Two halves of one pill, each a button.
const HALF = "inline-flex h-8 items-center gap-1.5 bg-accent font-medium text-on-accent hover:bg-accent-hover max-lg:h-10";
const SNOOZES = { later: m.conversations_send_later, tomorrow: m.conversations_send_tomorrow, week: m.conversations_send_week };

interface SendProps {
  readonly kind: Kind;
  /** The key that sends. */
  readonly sendKey: string;
  readonly empty: boolean;
  /** `close` also closes, `snooze` also snoozes; `at` sends at that time. */
  onSend(close: boolean, snooze?: Snooze, sure?: boolean, at?: Date): void;
}
/** Not disabled while empty: pressing it then focuses the text. */
export function SendButton({ kind, sendKey, empty, onSend }: SendProps) {
  const [scheduling, setScheduling] = useState(false);
  return (
    <>
      <span className="me-2 text-2xs text-faint max-sm:hidden pointer-coarse:hidden" aria-hidden>
        {m.conversations_send_hint({ keys: prettyKeys(sendKey) })}
      </span>
      <span className="inline-flex shadow-1">
        <button type="submit" className={`${HALF} ps-3 text-sm ${kind === "note" ? "rounded-sm pe-3" : "rounded-s-sm pe-2.5"}`}>
          <SendHorizontal className="size-4 rtl:rotate-180" aria-hidden />
          {kind === "note" ? m.conversations_add_note() : m.conversations_send()}
        </button>
        {kind === "reply" && (
          <Menu
            side="top"
            trigger={
              <button
                type="button"
                aria-label={m.conversations_send_more()}
                className={`${HALF} w-7 justify-center rounded-e-sm border-s border-on-accent/25 max-lg:w-10`}
              >
                <ChevronDown className="size-3.5" aria-hidden />
              </button>
            }
            items={[
              { label: m.conversations_send(), shortcut: sendKey, onSelect: () => onSend(false) },
              { label: m.conversations_send_close(), shortcut: "$mod+Shift+Enter", onSelect: () => onSend(true) },
              { label: m.conversations_schedule(), onSelect: () => (empty ? onSend(false) : setScheduling(true)) },
              { label: m.conversations_scheduled_all(), onSelect: () => runShortcut("g d") },
              "separator",
              ...(["later", "tomorrow", "week"] as const).map((choice) => {
                const until = snoozeUntil(choice, new Date());
                return { label: SNOOZES[choice](), hint: clockText(until), onSelect: () => onSend(false, { until: until.toISOString() }) };
              }),
              { label: m.conversations_send_until_reply(), onSelect: () => onSend(false, { until: null }) },
            ]}
          />
        )}
      </span>
      {scheduling && <SnoozeDialog sends onClose={() => setScheduling(false)} onPick={(at) => onSend(false, undefined, false, at)} />}
    </>
  );
}
