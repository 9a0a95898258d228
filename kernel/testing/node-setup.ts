// After each file of the tests in Node, which share their processes: the clock and the globals are the real ones again.
import fc from "fast-check";
import { afterAll, vi } from "vitest";

// Every run tries the same inputs, so that what fails here fails elsewhere too; the long form tries others each time.
if ((process.env["LONG"] ?? "") === "") fc.configureGlobal({ seed: 1 });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
