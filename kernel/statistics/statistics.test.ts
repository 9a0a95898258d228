import { expect, test } from "vitest";
import { wilson } from "./index.ts";

test("the Wilson interval", () => {
  // Reference values: Newcombe 1998, table I, method 3.
  const { low, high } = wilson(81, 263);
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.2553", "0.3662"]);
  const all = wilson(29, 29);
  expect([all.low.toFixed(4), all.high.toFixed(4)]).toEqual(["0.8830", "1.0000"]);
  const none = wilson(0, 20);
  expect([none.low, none.high.toFixed(4)]).toEqual([0, "0.1611"]);
});
