// The popup of a modal dialog, built on Base UI. Loaded with the first dialog.
import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import { m } from "#messages";
import { IconButton } from "./button.tsx";
import type { DialogProps } from "./dialog-props.ts";

const WIDTHS = { sm: "max-w-110", md: "max-w-140", lg: "max-w-180" } as const;

/** On narrow screens it sits at the bottom edge; one that is taller than the screen begins at the top, where it can be scrolled. */
export default function DialogPopup({
  open,
  onClose,
  title,
  body,
  size = "sm",
  fills = false,
  stays = false,
  children,
  footer,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  // The first field or marked element, else the dialog itself; on touch always the dialog, because a field would open the keyboard.
  const firstFocus = (how: string): HTMLElement | null =>
    (how === "touch" ? null : popup.current?.querySelector<HTMLElement>("input:not([hidden]), textarea, select, [data-first-focus]")) ??
    popup.current;
  // What had the focus before the dialog was drawn: a field of it may take the focus at once, before Base UI looks.
  const [before, setBefore] = useState<{ readonly open: boolean; readonly element: Element | null }>({ open: false, element: null });
  if (before.open !== open) setBefore({ open, element: open ? document.activeElement : before.element });
  // Whoever has moved the focus on meanwhile is left there; null: Base UI chooses.
  const focusAfter = (): HTMLElement | null => {
    const now = document.activeElement;
    if (now instanceof HTMLElement && now !== document.body && !now.closest("[role=dialog],[role=alertdialog]")) return now;
    const { element } = before;
    return element instanceof HTMLElement && element !== document.body && element.isConnected ? element : null;
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={stays}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[160ms] data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end-safe justify-items-center overflow-y-auto sm:items-start sm:px-4 sm:pt-[min(20vh,180px)] sm:pb-8">
          <Base.Popup
            ref={popup}
            initialFocus={firstFocus}
            finalFocus={focusAfter}
            className={clsx(
              "w-full rounded-t-lg bg-surface p-5 pb-[max(20px,env(safe-area-inset-bottom))] shadow-3 outline-none sm:rounded-lg sm:pb-5",
              "transition-[opacity,scale,translate] duration-[160ms] ease-out data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 max-sm:data-[starting-style]:translate-y-4 sm:data-[starting-style]:scale-98",
              WIDTHS[size],
              fills && "max-sm:min-h-dvh max-sm:rounded-none",
            )}
          >
            <div className="flex items-start gap-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
                {body && <Base.Description className="mt-1 text-muted">{body}</Base.Description>}
              </div>
              <IconButton label={m.dashboard_close()} icon={X} onClick={onClose} className="-mt-0.5 -me-1.5" />
            </div>
            {children && <div className="mt-4">{children}</div>}
            {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
