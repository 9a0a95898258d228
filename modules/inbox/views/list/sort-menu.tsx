// The menu of the list's order.
import { IconButton } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { type Conditions, isAge, type Sort, SORTS } from "#modules/conversations/contract";
import { ArrowDownWideNarrow } from "lucide-react";

const NAMES: Record<Sort, () => string> = {
  activity: m.conversations_sort_activity,
  created: m.conversations_sort_created,
  priority: m.conversations_sort_priority,
  waiting: m.conversations_sort_waiting,
  due: m.conversations_sort_due,
};

interface SortMenuProps {
  readonly sort: Sort;
  onSort(sort: Sort): void;
  readonly conditions: Conditions | undefined;
}
/** A view that compares with the current time has no other order than that time. */
export function SortMenu({ sort, onSort, conditions }: SortMenuProps) {
  const fixed = conditions?.some(isAge) ?? false;
  return (
    <Menu
      align="end"
      items={[
        { heading: fixed ? m.conversations_sort_fixed() : m.conversations_sort() },
        ...SORTS.map((one) => ({
          label: NAMES[one](),
          checked: one === sort,
          disabled: fixed && one !== sort,
          onSelect: () => onSort(one),
        })),
      ]}
      trigger={<IconButton label={m.conversations_sort_by({ order: NAMES[sort]() })} icon={ArrowDownWideNarrow} />}
    />
  );
}
