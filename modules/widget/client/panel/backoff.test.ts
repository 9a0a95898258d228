import { expect, test } from "vitest";
import { waitBefore } from "./backoff.ts";

test("the maximum delay doubles from half a second to thirty seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 50].map((n) => waitBefore(n, 1))).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});
test("the delay is random over the whole range", () => {
  expect(waitBefore(6, 0)).toBe(0);
  expect(waitBefore(6, 0.5)).toBe(15_000);
});
