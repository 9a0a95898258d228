// Which rows of a long list are drawn. Every row has the same height, so this is arithmetic; a general virtualiser would
// weigh more than the whole list.
import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

const OVERSCAN = 8;

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The rows to draw of `count`, for a scroller with this offset and height. Pure. */
export function windowOf(count: number, rowHeight: number, top: number, height: number): Window {
  const from = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - OVERSCAN));
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN) };
}

/** Follows the scroller. Before its first measure a screenful is drawn. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): Window {
  const [view, setView] = useState({ top: 0, height: 900 });
  const ready = count > 0;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const read = (): void =>
      setView((held) =>
        held.top === element.scrollTop && held.height === element.clientHeight
          ? held
          : { top: element.scrollTop, height: element.clientHeight },
      );
    // Rows must stand before the next frame is painted, or a quick fling shows holes.
    const onScroll = (): void => flushSync(read);
    const watch = new ResizeObserver(read);
    watch.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller, ready]);
  return windowOf(count, rowHeight, view.top, view.height);
}

/** Scrolls as little as needed for a row to be whole. */
export function showRow(element: HTMLElement | null, index: number, rowHeight: number): void {
  if (!element) return;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
}
