// Runs work after the next frame, so that whoever pressed a key sees what it did before the page does what can wait.

/** By then the page has no frames, as in a window that is hidden. */
const AT_THE_LATEST = 100;

/** Runs once what was drawn last has been painted, in milliseconds rather than when the page is idle. Answers how to prevent it. */
export function afterPaint(run: () => void): () => void {
  const now = (): void => {
    stop();
    run();
  };
  const late = setTimeout(now, AT_THE_LATEST);
  let painted: ReturnType<typeof setTimeout> | undefined;
  // A frame is painted after its callbacks.
  const frame = requestAnimationFrame(() => (painted = setTimeout(now)));
  // A page that is left has no other frame, and what somebody did in it is still to be sent.
  addEventListener("pagehide", now);
  const stop = (): void => {
    clearTimeout(late);
    clearTimeout(painted);
    cancelAnimationFrame(frame);
    removeEventListener("pagehide", now);
  };
  return stop;
}

/** Resolves when what was drawn last has been painted. */
export const painted = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve));
