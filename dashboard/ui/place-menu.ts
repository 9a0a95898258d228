// Where the popup of a menu stands: beside its button, on the other side if there is more room, and always inside the window.

type Side = "top" | "bottom" | "left" | "right";
interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
const GAP = 4;
/** What stays free at the edges of the window, in pixels. */
const EDGE = 5;
const OTHER = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/** The position of a popup that wants `popup`, in pixels of the window, and the height that there is for it. `rtl`: start is on the right. */
export function placeOf(
  button: Rect,
  popup: Size,
  view: Size,
  side: Side,
  align: "start" | "center" | "end",
  rtl: boolean,
): { readonly left: number; readonly top: number; readonly maxHeight: number } {
  const room = {
    top: button.top - GAP - EDGE,
    bottom: view.height - button.bottom - GAP - EDGE,
    left: button.left - GAP - EDGE,
    right: view.width - button.right - GAP - EDGE,
  };
  const isVertical = side === "top" || side === "bottom";
  const wanted = isVertical ? popup.height : popup.width;
  const on = room[side] < wanted && room[OTHER[side]] > room[side] ? OTHER[side] : side;
  const maxHeight = isVertical ? room[on] : view.height - 2 * EDGE;
  const height = Math.min(popup.height, maxHeight);
  const along = (start: number, end: number, size: number, isFlipped: boolean): number =>
    align === "center" ? (start + end - size) / 2 : (align === "start") === isFlipped ? end - size : start;
  const within = (at: number, size: number, limit: number): number => Math.max(EDGE, Math.min(at, limit - EDGE - size));
  const beside = {
    top: button.top - GAP - height,
    bottom: button.bottom + GAP,
    left: button.left - GAP - popup.width,
    right: button.right + GAP,
  }[on];
  return {
    left: within(isVertical ? along(button.left, button.right, popup.width, rtl) : beside, popup.width, view.width),
    top: within(isVertical ? beside : along(button.top, button.bottom, height, false), height, view.height),
    maxHeight,
  };
}

/** Places the popup, which has been drawn, at its button. */
export function placeMenu(popup: HTMLElement, button: HTMLElement, side: Side, align: "start" | "center" | "end"): void {
  const size = { width: popup.offsetWidth, height: popup.scrollHeight + popup.offsetHeight - popup.clientHeight };
  const view = { width: innerWidth, height: innerHeight };
  const { left, top, maxHeight } = placeOf(button.getBoundingClientRect(), size, view, side, align, button.matches(":dir(rtl)"));
  popup.style.setProperty("--available-height", `${maxHeight}px`);
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
}
