// Grey placeholders for content that is loading.
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";

/** True after `wait` ms, so that quick responses show no flicker. */
export function useDelayed(wait = 200): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), wait);
    return () => clearTimeout(timer);
  }, [wait]);
  return due;
}

/** Skeletons that can be seen now. The page begins with one of its own, which the first drawing replaces. */
let visible = typeof document !== "undefined" && document.querySelector(".starting") ? 1 : 0;
/** To be rendered with the first drawing. */
export function PageSkeletonEnds(): null {
  useEffect(() => {
    visible--;
  }, []);
  return null;
}

/**
 * One bar, or `children` made of `Bar`. Appears after 200 ms and marks its region as busy. Stays for at least 400 ms if the caller
 * uses `useSettled`.
 */
export function Skeleton({ className = "h-4 w-40", children }: { className?: string; children?: ReactNode }) {
  // One that takes the place of another is visible at once; between them would be a flash of nothing.
  const [follows] = useState(() => visible > 0);
  const delayed = useDelayed();
  const due = follows || delayed;
  useEffect(() => {
    if (!due) return;
    visible++;
    return () => void visible--;
  }, [due]);
  return (
    <div aria-busy="true" className={due ? "opacity-100 transition-opacity duration-[120ms]" : "opacity-0"}>
      {children ?? <Bar className={className} />}
    </div>
  );
}

/** One grey bar. */
export const Bar = ({ className = "h-4 w-40" }: { className?: string }) => (
  <div aria-hidden className={`animate-pulse rounded-xs bg-active forced-colors:border ${className}`} />
);

/** False while `pending`, and until a skeleton that became visible has been shown for 400 ms. */
export function useSettled(pending: boolean): boolean {
  const [held, setHeld] = useState(false);
  // A layout effect runs before paint, so the content cannot flash between the response and the hold.
  useLayoutEffect(() => {
    if (!pending) return;
    const began = Date.now();
    return () => {
      const shown = Date.now() - began - 200;
      if (shown <= 0 || shown >= 400) return;
      setHeld(true);
      setTimeout(() => setHeld(false), 400 - shown);
    };
  }, [pending]);
  return !pending && !held;
}
