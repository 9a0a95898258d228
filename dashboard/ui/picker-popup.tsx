// The popup of a picker, built on Base UI. Loaded with the first picker.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Check, Plus, Search } from "lucide-react";
import { useState } from "react";
import { m } from "#messages";
import { playKeys } from "../key-queue.ts";
import { STROKE } from "./icon.ts";
import { Kbd } from "./kbd.tsx";
import { fits, folded } from "./picker-search.ts";
import type { PickerGroup, PickerItem, PickerProps } from "./picker-items.ts";

export default function PickerPopup({ id, onClose, label, groups, empty, several = false, create, notice }: PickerProps & { id: string }) {
  const [query, setQuery] = useState("");
  const text = query.trim();
  const named = groups.some(({ items }) =>
    items.some((item) => [item.label, ...(item.also ?? [])].some((each) => folded(each) === folded(text))),
  );
  const shown: PickerGroup[] = groups
    .map(({ heading, items }) => ({ heading, items: items.filter((item) => fits(item, text)) }))
    .filter(({ items }) => items.length > 0);
  if (create && text !== "" && !named)
    shown.push({
      heading: "",
      items: [
        {
          value: "create",
          label: create.label(text),
          mark: <Plus className="size-4 text-muted" strokeWidth={STROKE} aria-hidden />,
          onSelect: () => create.run(text),
        },
      ],
    });
  const choose = (item: PickerItem): void => {
    if (several) {
      setQuery("");
      item.onSelect();
    } else {
      onClose();
      // Runs after the dialog has returned the focus, so that an action may move it.
      setTimeout(() => item.onSelect(), 0);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[120ms] data-[starting-style]:opacity-0" />
        <Dialog.Popup
          aria-label={label}
          className="fixed inset-x-0 top-0 z-40 mx-auto w-full max-w-110 overflow-hidden bg-surface shadow-3 outline-none sm:top-[min(16vh,140px)] sm:w-[calc(100%-32px)] sm:rounded-lg"
        >
          <Autocomplete.Root
            items={notice === undefined ? shown : []}
            filter={null}
            inline
            open
            autoHighlight="always"
            value={query}
            onValueChange={(value, { reason }) => reason !== "item-press" && setQuery(value)}
            itemToStringValue={(item: PickerItem) => item.label}
          >
            <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
              <Search className="size-4 text-muted" strokeWidth={STROKE} aria-hidden />
              <Autocomplete.Input
                aria-label={label}
                placeholder={label}
                maxLength={100}
                onFocus={() => playKeys(id)}
                className="h-full min-w-0 flex-1 bg-transparent text-md outline-none"
              />
              <Kbd keys="Escape" />
            </div>
            {notice ?? (
              <Autocomplete.Empty>
                <p className="px-4 py-8 text-center text-muted">{empty}</p>
              </Autocomplete.Empty>
            )}
            {/* Always there, because the field refers to it. */}
            <Autocomplete.List className="max-h-[min(50dvh,380px)] overflow-y-auto overscroll-contain p-1.5 data-[empty]:p-0">
              {(group: PickerGroup) => (
                <Autocomplete.Group key={group.heading} items={group.items}>
                  {group.heading !== "" && (
                    <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-2xs font-medium text-faint">
                      {group.heading}
                    </Autocomplete.GroupLabel>
                  )}
                  <Autocomplete.Collection>
                    {(item: PickerItem) => <Option key={item.value} item={item} onChoose={choose} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Option({ item, onChoose }: { item: PickerItem; onChoose(item: PickerItem): void }) {
  return (
    <Autocomplete.Item value={item} onClick={() => onChoose(item)} className="item">
      {item.mark}
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="truncate text-start">
          {item.label}
        </span>
        {item.hint && <span className="truncate text-2xs text-muted">{item.hint}</span>}
      </span>
      {item.shortcut && <Kbd keys={item.shortcut} />}
      {item.checked === true && (
        <>
          <span className="sr-only">{m.dashboard_picker_chosen()}</span>
          <Check className="size-4 shrink-0 text-accent-text" strokeWidth={STROKE} aria-hidden />
        </>
      )}
    </Autocomplete.Item>
  );
}
