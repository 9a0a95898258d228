import { expect, test } from "vitest";
import { contrast, onColorOf } from "./color.ts";

test("contrast matches known values", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

test("the chosen text colour always reaches a contrast of 4.5", () => {
  for (let value = 0; value < 256; value++) {
    const grey = `#${value.toString(16).padStart(2, "0").repeat(3)}`;
    expect(contrast(grey, onColorOf(grey))).toBeGreaterThanOrEqual(4.5);
  }
});
