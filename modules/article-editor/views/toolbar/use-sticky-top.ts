// Measures how far below the top of its scroll container a bar sticks: below any bar that sticks there already.
import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels that the page's own sticky head takes above `bar`. */
export function useStickyTop(bar: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerOf(bar.current);
    const head = [...(scroller?.children ?? [])].find(
      (child): child is HTMLElement => child instanceof HTMLElement && !child.contains(bar.current) && isStuck(child),
    );
    if (!head) return;
    const measure = new ResizeObserver(() => setTop(head.offsetHeight));
    measure.observe(head);
    return () => measure.disconnect();
  }, [bar]);
  return top;
}

const isStuck = (element: HTMLElement): boolean => {
  const { position, top } = getComputedStyle(element);
  return position === "sticky" && top === "0px";
};
function scrollerOf(element: HTMLElement | null): HTMLElement | undefined {
  for (let at = element?.parentElement; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return undefined;
}
