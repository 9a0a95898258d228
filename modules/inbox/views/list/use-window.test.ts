import { expect, test } from "vitest";
import { windowOf } from "./use-window.ts";

test.each([
  [2000, 0, 760, { from: 0, to: 18 }],
  [2000, 7600, 760, { from: 92, to: 118 }],
  [2000, 151_240, 760, { from: 1982, to: 2000 }],
  [3, 0, 760, { from: 0, to: 3 }],
  [3, 9000, 760, { from: 3, to: 3 }],
  [0, 0, 760, { from: 0, to: 0 }],
])("%i rows scrolled to %i px in a height of %i px draw the rows %o", (count, top, height, rows) => {
  expect(windowOf(count, 76, top, height)).toEqual(rows);
});

test("without rows beyond the edges, only what can be seen is drawn", () => {
  expect(windowOf(2000, 76, 0, 844, 0)).toEqual({ from: 0, to: 12 });
});
