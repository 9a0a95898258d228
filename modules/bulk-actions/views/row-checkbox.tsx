// The checkbox of a row, over its picture: shown by the pointer, by the focus, and while rows are selected.
import { plain } from "#dashboard/ui/plain.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import type { rowLead } from "#modules/inbox/views";
import { isSelected, toggle, useSelection } from "./selection.ts";

export function RowCheckbox({ row }: PropsOf<typeof rowLead>) {
  const selection = useSelection();
  const on = isSelected(selection, row.id);
  return (
    <label
      className={
        selection.selecting
          ? // On phones the whole row selects.
            "absolute start-3.5 top-[5px] grid size-9 cursor-pointer place-items-center rounded-full pointer-coarse:inset-x-2 pointer-coarse:top-0 pointer-coarse:h-[74px] pointer-coarse:w-auto pointer-coarse:place-items-start pointer-coarse:ps-[9px] pointer-coarse:pt-2"
          : "absolute start-3.5 top-[5px] grid size-9 cursor-pointer place-items-center rounded-full opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 pointer-coarse:hidden"
      }
    >
      <span className="grid size-7.5 place-items-center rounded-full bg-surface">
        <input
          type="checkbox"
          checked={on}
          aria-label={m.bulk_actions_select({ name: plain(contactName(row.contact)) })}
          className="size-4 accent-(--accent)"
          // A click tells whether Shift was held; the keyboard's space clicks too.
          onClick={(event) => toggle(row.id, event.shiftKey)}
          onChange={() => undefined}
        />
      </span>
    </label>
  );
}
