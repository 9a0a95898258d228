// What a menu of snoozing offers.
import type { MenuItem } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { clockText } from "#dashboard/ui/dates.ts";
import { snoozeUntil } from "./snooze.ts";

const LABELS = { later: m.conversations_snooze_later, tomorrow: m.conversations_snooze_tomorrow, week: m.conversations_snooze_week };

/** Until a time, or the customer's next message: null. */
export const snoozeChoices = (onPick: (until: Date | null) => void): readonly MenuItem[] => [
  ...(["later", "tomorrow", "week"] as const).map((choice) => {
    const until = snoozeUntil(choice, new Date());
    return { label: LABELS[choice](), hint: clockText(until), onSelect: () => onPick(until) };
  }),
  { label: m.conversations_snooze_reply(), onSelect: () => onPick(null) },
];
