// Scrolls the page while something is dragged near its upper or lower edge.
const NEAR = 72;
const STEP = 14;

/** Scrolls near the edges until the returned function is called. */
export function scrollAtEdges(from: HTMLElement): () => void {
  const scroller = scrollerOf(from);
  let at: number | undefined;
  let frame = 0;
  const move = (event: PointerEvent): void => void (at = event.clientY);
  const tick = (): void => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const upper = Math.max(0, top);
    const lower = Math.min(innerHeight, bottom);
    if (at !== undefined && at < upper + NEAR) scroller.scrollBy(0, -STEP);
    else if (at !== undefined && at > lower - NEAR) scroller.scrollBy(0, STEP);
    frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
  addEventListener("pointermove", move);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener("pointermove", move);
  };
}
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at;
  return document.documentElement;
}
