// Virtualises a long list. All rows have the same height, so arithmetic is enough; a general virtualiser would be larger than the whole
// list.
import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

const OVERSCAN = 8;

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The rows to draw of `count`, for a scroll offset and a height in pixels. Pure. */
export function windowOf(count: number, rowHeight: number, top: number, height: number, overscan = OVERSCAN): Window {
  const from = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - overscan));
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + overscan) };
}

/** Follows the scroller. Before its first measurement only what can be seen at once is drawn, because the first paint waits for it. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): Window {
  const [view, setView] = useState({ top: 0, height: innerHeight, overscan: 0 });
  const ready = count > 0;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const read = (): void =>
      setView((held) =>
        held.overscan === OVERSCAN && held.top === element.scrollTop && held.height === element.clientHeight
          ? held
          : { top: element.scrollTop, height: element.clientHeight, overscan: OVERSCAN },
      );
    // Rows must be drawn before the next frame, or fast scrolling shows gaps.
    const onScroll = (): void => flushSync(read);
    const watch = new ResizeObserver(read);
    watch.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, ready]);
  return windowOf(count, rowHeight, view.top, view.height, view.overscan);
}

/** Scrolls as little as needed to make a row fully visible. */
export function showRow(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (!element) return;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
}
