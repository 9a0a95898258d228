import { expect, test } from "vitest";
import { partOf, WHOLE } from "./crop.ts";

test("the part has the shape of a card and lies within the image, whatever is chosen", () => {
  expect(partOf({ width: 1200, height: 630 }, WHOLE)).toEqual({ left: 0, top: 0, width: 1200, height: 630 });
  for (const image of [
    { width: 4000, height: 3000 },
    { width: 600, height: 4000 },
    { width: 5000, height: 500 },
  ])
    for (const zoom of [1, 1.7, 4])
      for (const x of [0, 0.3, 1])
        for (const y of [0, 0.5, 1]) {
          const { left, top, width, height } = partOf(image, { zoom, x, y });
          expect(width / height).toBeCloseTo(1200 / 630);
          expect(left).toBeGreaterThanOrEqual(-1e-9);
          expect(top).toBeGreaterThanOrEqual(-1e-9);
          expect(left + width).toBeLessThanOrEqual(image.width + 1e-6);
          expect(top + height).toBeLessThanOrEqual(image.height + 1e-6);
        }
  expect(partOf({ width: 2400, height: 630 }, { ...WHOLE, x: 0 }).left).toBe(0);
  expect(partOf({ width: 2400, height: 630 }, { ...WHOLE, x: 1 }).left).toBe(1200);
});
