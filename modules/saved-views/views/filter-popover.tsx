// Where the filter builder opens: beside its button, or on a phone as a sheet.
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { m } from "#messages";
import { Popover as Base } from "@base-ui/react/popover";
import { type ReactNode, type RefObject, useSyncExternalStore } from "react";

const PHONE = "(max-width: 639px)";
const usePhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(PHONE);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(PHONE).matches,
  );

interface PopoverProps {
  readonly open: boolean;
  onClose(): void;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}
export function FilterPopover({ open, onClose, anchor, children }: PopoverProps) {
  if (usePhone())
    return (
      <Dialog open={open} onClose={onClose} title={m.saved_views_filter()}>
        {children}
      </Dialog>
    );
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={4} align="start" className="z-30 outline-none">
          <Base.Popup finalFocus={anchor} className="popup w-88 p-3!">
            <Base.Title className="mb-1 text-md font-semibold">{m.saved_views_filter()}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
