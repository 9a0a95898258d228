// A menu that opens from a button. The popup is loaded on first hover or focus.
import { cloneElement, lazy, type MouseEvent, type ReactElement, Suspense, useId, useRef, useState } from "react";
import type { MenuAppearance } from "./menu-items.ts";

export type { MenuItem } from "./menu-items.ts";

interface MenuProps extends MenuAppearance {
  /** The button; it becomes the trigger and needs its own accessible name. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** Controlled state, for menus that a shortcut can open too. */
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
}

const load = () => import("./menu-popup.tsx");
const Popup = lazy(load);

/** Actions or choices in a popup, with keyboard navigation by arrows, Home, End and typing. */
export function Menu({ trigger, open: given, onOpenChange, ...appearance }: MenuProps) {
  const [uncontrolled, setUncontrolled] = useState(false);
  const [needed, setNeeded] = useState(false);
  const button = useRef<HTMLElement>(null);
  // Pressing the button of an open menu closes it, as a press outside does, before the click arrives.
  const wasOpen = useRef(false);
  const id = useId();
  const open = given ?? uncontrolled;
  if (open && !needed) setNeeded(true);
  const setOpen = (next: boolean): void => {
    setUncontrolled(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
        onPointerDown: () => void (wasOpen.current = open),
        onClick: (event: MouseEvent) => {
          if (event.defaultPrevented) return;
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {needed && (
        <Suspense>
          <Popup {...appearance} id={id} open={open} onOpenChange={setOpen} anchor={button} />
        </Suspense>
      )}
    </>
  );
}
