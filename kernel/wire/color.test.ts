import { expect, test } from "vitest";
import { contrast, onColorOf } from "./color.ts";

test("known contrasts", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

test("the text colour always reaches 4.5", () => {
  for (let value = 0; value < 256; value++) {
    const grey = `#${value.toString(16).padStart(2, "0").repeat(3)}`;
    expect(contrast(grey, onColorOf(grey))).toBeGreaterThanOrEqual(4.5);
  }
});
