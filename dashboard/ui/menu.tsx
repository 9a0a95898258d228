// A menu that opens from a button. The popup is loaded when the page is idle, at the latest on first hover or focus.
import { cloneElement, type MouseEvent, type ReactElement, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { dropKeys, holdKeysFor } from "../key-queue.ts";
import { preloadable } from "../preloadable.ts";
import type { MenuAppearance } from "./menu-items.ts";

export type { MenuItem } from "./menu-items.ts";

interface MenuProps extends MenuAppearance {
  /** The button; it becomes the trigger and needs its own accessible name. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** Controlled state, for menus that a shortcut can open too. */
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
}

const Popup = preloadable(() => import("./menu-popup.tsx"));
/** Loads what all menus share. */
export const preloadMenus = Popup.preload;

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
  // Keys that follow the one that opened it are meant for the menu, which plays them once it has the focus.
  useLayoutEffect(() => {
    if (!open) return;
    holdKeysFor(id);
    return () => dropKeys(id);
  }, [open, id]);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
        onPointerEnter: preloadMenus,
        onFocus: preloadMenus,
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
