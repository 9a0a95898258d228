// Waiting that can be cut short.

/** Waits; ends early when the signal is given. Whether it was not given. */
export const pause = (seconds: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(done, seconds * 1000);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
