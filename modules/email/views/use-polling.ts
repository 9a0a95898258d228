// Hook that polls while a mail is being sent or received.
import { useEffect, useEffectEvent } from "react";

const POLL_INTERVAL = 3000;
/** Two minutes of polling; a delivery that takes longer is retried by the server, and the page says so. */
const MAX_POLLS = 40;

/** Calls `poll` every three seconds while `waiting` and the page is visible, and `ended` after two minutes. A changed `resetKey` starts the two minutes again. */
export function usePolling(waiting: boolean, poll: () => void, { resetKey, ended }: { resetKey?: unknown; ended?: () => void } = {}): void {
  const onPoll = useEffectEvent(poll);
  const onEnd = useEffectEvent(() => ended?.());
  useEffect(() => {
    if (!waiting) return;
    let looks = 0;
    const timer = setInterval(() => {
      if (++looks >= MAX_POLLS) {
        clearInterval(timer);
        onEnd();
      }
      if (!document.hidden) onPoll();
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [waiting, resetKey]);
}
