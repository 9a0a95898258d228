// After each file of the tests in Node, which share their processes: the clock and the globals are the real ones again.
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
