import { m } from "#messages";
import { dayText } from "#dashboard/ui/dates.ts";
import type { Entry } from "../events/entries.ts";

const DIVIDER_CLASSES = {
  new: "text-accent-text before:bg-accent after:bg-accent",
  stale: "text-warn-text before:bg-warn-text after:bg-warn-text",
};

/** The line above a day, above new entries, and above what arrived while a member was writing. */
export function Divider({ entry }: { entry: Extract<Entry, { type: "day" | "divider" }> }) {
  if (entry.type === "day")
    return (
      <li className="mt-5 mb-1 text-center text-xs font-medium text-muted">
        <time dateTime={entry.at.slice(0, 10)}>{dayText(entry.at)}</time>
      </li>
    );
  return (
    <li
      data-divider={entry.what}
      tabIndex={-1}
      className={`mt-5 mb-1 flex scroll-mt-10 items-center gap-3 text-xs font-medium outline-none before:h-px before:flex-1 before:opacity-40 after:h-px after:flex-1 after:opacity-40 ${DIVIDER_CLASSES[entry.what]}`}
    >
      {entry.what === "new" ? m.conversations_new_messages() : m.conversations_new_since()}
    </li>
  );
}
