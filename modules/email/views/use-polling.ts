// Polls while something is on its way.
import { useEffect, useEffectEvent } from "react";

const EVERY = 3000;
/** Two minutes of looking; a delivery that takes longer is tried again in its own time, and the page says so. */
const LOOKS = 40;

/** Calls `look` every three seconds while `waiting`, unless nobody sees the page, and `ended` after two minutes. A new `since` begins anew. */
export function usePolling(waiting: boolean, look: () => void, { since, ended }: { since?: unknown; ended?: () => void } = {}): void {
  const onLook = useEffectEvent(look);
  const onEnd = useEffectEvent(() => ended?.());
  useEffect(() => {
    if (!waiting) return;
    let looks = 0;
    const timer = setInterval(() => {
      if (++looks >= LOOKS) {
        clearInterval(timer);
        onEnd();
      }
      if (!document.hidden) onLook();
    }, EVERY);
    return () => clearInterval(timer);
  }, [waiting, since]);
}
