/** Runs once the page has nothing better to do. Safari has no `requestIdleCallback`. */
export const whenIdle = (run: () => void): void => void (window.requestIdleCallback?.(run) ?? setTimeout(run, 2000));
