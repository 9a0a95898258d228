/** How long a page gets for its own first requests, in milliseconds: on a phone, what is fetched beside them delays its content. */
const HEAD_START = 1000;

/** Runs once the page has nothing better to do. Safari has no `requestIdleCallback`. */
export const whenIdle = (run: () => void): void =>
  void setTimeout(() => void (window.requestIdleCallback?.(run) ?? setTimeout(run, HEAD_START)), HEAD_START);
