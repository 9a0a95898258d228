// Virtualises a long list. All rows have the same height, so arithmetic is enough; a general virtualiser would be larger than the whole
// list.
import { afterPaint } from "#dashboard/after-paint.ts";
import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

const OVERSCAN = 8;
/** After a jump, when all rows are new: the others follow when these have been painted. */
const AT_ONCE = 1;

export interface Window {
  readonly from: number;
  readonly to: number;
}
/** The rows to draw, and whether the list has been painted once. */
export interface ShownWindow extends Window {
  readonly painted: boolean;
}

/** The rows to draw of `count`, for a scroll offset and a height in pixels. Pure. */
export function windowOf(count: number, rowHeight: number, top: number, height: number, overscan = OVERSCAN): Window {
  const from = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - overscan));
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + overscan) };
}

/** Follows the scroller. Before its first measurement only what can be seen at once is drawn, because the first paint waits for it. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): ShownWindow {
  const [view, setView] = useState({ top: 0, height: innerHeight, overscan: 0 });
  const ready = count > 0;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let stop = (): void => undefined;
    let shown = element.scrollTop;
    const draw = (overscan: number): void => {
      const [top, height] = [element.scrollTop, element.clientHeight];
      setView((held) => (held.overscan === overscan && held.top === top && held.height === height ? held : { top, height, overscan }));
    };
    const read = (): void => {
      const jumped = Math.abs(element.scrollTop - shown) > element.clientHeight;
      shown = element.scrollTop;
      stop();
      draw(jumped ? AT_ONCE : OVERSCAN);
      if (jumped) stop = afterPaint(() => draw(OVERSCAN));
    };
    // Rows must be drawn before the next frame, or fast scrolling shows gaps.
    const onScroll = (): void => flushSync(read);
    const watch = new ResizeObserver(read);
    watch.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      stop();
      watch.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, ready]);
  return { ...windowOf(count, rowHeight, view.top, view.height, view.overscan), painted: view.overscan > 0 };
}

/** Scrolls as little as needed to make a row fully visible. */
export function showRow(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (!element) return;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
}
