// Tooltips for icon-only controls. One layer renders them all: a positioning library would be larger than all of this code.
import { cloneElement, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Kbd } from "./kbd.tsx";

type Side = "top" | "bottom" | "left" | "right";
interface TooltipProps {
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly side?: Side;
  /** The control; it keeps its own accessible name and must pass `data-*` to its element. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** Shows label and shortcut after 500 ms of hover or on keyboard focus; at once if another tooltip was just open. */
export const Tooltip = ({ label, shortcut, side = "top", children }: TooltipProps) =>
  cloneElement(children, { "data-tip": label, "data-tip-keys": shortcut, "data-tip-side": side });

interface Tip {
  readonly label: string;
  readonly keys: string | undefined;
  readonly side: Side;
  readonly rect: DOMRect;
}
const DELAY = 500;
const GAP = 6;
const tipOf = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof Element ? (target.closest<HTMLElement>("[data-tip]") ?? undefined) : undefined;

/** Renders the open tooltip; mounted once at the end of the application. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | undefined;
    let closedAt = 0;
    const schedule = (action: () => void, wait: number): void => {
      clearTimeout(timer);
      timer = setTimeout(action, wait);
    };
    const show = (control: HTMLElement): void => {
      // A tooltip would cover the menu that the control has opened.
      if (!control.isConnected || control.getAttribute("aria-expanded") === "true") return;
      shown = control;
      setTip({
        label: control.dataset["tip"] ?? "",
        keys: control.dataset["tipKeys"],
        side: (control.dataset["tipSide"] ?? "top") as Side,
        rect: control.getBoundingClientRect(),
      });
    };
    const hide = (): void => {
      clearTimeout(timer);
      if (shown) closedAt = Date.now();
      shown = undefined;
      setTip(undefined);
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "touch") return;
      if (own.current?.contains(event.target as Node)) return clearTimeout(timer);
      const control = tipOf(event.target);
      if (control && control === shown) return clearTimeout(timer);
      // Time to move the pointer onto the tooltip itself (WCAG 1.4.13).
      if (!control) return shown ? schedule(hide, 120) : clearTimeout(timer);
      schedule(() => show(control), shown || Date.now() - closedAt < 300 ? 0 : DELAY);
    };
    const focused = (event: FocusEvent): void => {
      const control = tipOf(event.target);
      if (control?.matches(":focus-visible")) show(control);
      else hide();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape" || event.key === "Enter" || event.key === " ") hide();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focused);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", key, true);
    document.addEventListener("pointerdown", hide, true);
    document.addEventListener("scroll", hide, true);
    return () => {
      hide();
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focused);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", key, true);
      document.removeEventListener("pointerdown", hide, true);
      document.removeEventListener("scroll", hide, true);
    };
  }, []);
  useLayoutEffect(() => {
    if (tip && own.current) place(own.current, tip);
  }, [tip]);
  if (!tip) return null;
  // Hidden from assistive technology: the accessible name of the control says the same.
  return createPortal(
    <div
      ref={own}
      aria-hidden
      className="fixed start-0 top-0 z-50 flex w-max max-w-72 items-center gap-2 rounded-sm bg-text px-2 py-1 text-xs text-surface shadow-2"
    >
      {tip.label}
      {tip.keys && <Kbd keys={tip.keys} className="border-transparent! bg-transparent! text-surface! opacity-80" />}
    </div>,
    document.body,
  );
}

/** Positions the box on the given side of the control, on the opposite side if there is no room, always inside the window. */
function place(box: HTMLElement, { rect, side }: Tip): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const room = { top: rect.top, bottom: innerHeight - rect.bottom, left: rect.left, right: innerWidth - rect.right };
  const other = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;
  const needed = (side === "top" || side === "bottom" ? height : width) + GAP + 4;
  const chosen = room[side] < needed && room[other[side]] > room[side] ? other[side] : side;
  const centerX = rect.left + (rect.width - width) / 2;
  const centerY = rect.top + (rect.height - height) / 2;
  const at = {
    top: [centerX, rect.top - height - GAP],
    bottom: [centerX, rect.bottom + GAP],
    left: [rect.left - width - GAP, centerY],
    right: [rect.right + GAP, centerY],
  }[chosen];
  const within = (value: number, limit: number): number => Math.round(Math.max(4, Math.min(value, limit - 4)));
  box.style.left = `${within(at[0] ?? 0, innerWidth - width)}px`;
  box.style.right = "auto";
  box.style.top = `${within(at[1] ?? 0, innerHeight - height)}px`;
}
