import { expect, test } from "vitest";
import { placeOf } from "./place-menu.ts";

const view = { width: 1000, height: 800 };
const popup = { width: 200, height: 300 };
const at = (left: number, top: number) => ({ left, top, right: left + 30, bottom: top + 30 });

test("stands below its button, at its end", () => {
  expect(placeOf(at(500, 100), popup, view, "bottom", "end", false)).toEqual({ left: 330, top: 134, maxHeight: 661 });
  expect(placeOf(at(500, 100), popup, view, "bottom", "start", false).left).toBe(500);
  expect(placeOf(at(500, 100), popup, view, "bottom", "center", false).left).toBe(415);
});
test("starts on the right where texts do", () => {
  expect(placeOf(at(500, 100), popup, view, "bottom", "start", true).left).toBe(330);
  expect(placeOf(at(500, 100), popup, view, "bottom", "end", true).left).toBe(500);
});
test("goes where there is more room", () => {
  expect(placeOf(at(500, 700), popup, view, "bottom", "end", false)).toMatchObject({ top: 396, maxHeight: 691 });
  expect(placeOf(at(900, 100), popup, view, "right", "start", false).left).toBe(696);
});
test("stays on its side where the other has less room, and is as high as there is room", () => {
  expect(placeOf(at(500, 300), { width: 200, height: 900 }, view, "bottom", "end", false)).toMatchObject({ top: 334, maxHeight: 461 });
  expect(placeOf(at(500, 500), { width: 200, height: 900 }, view, "bottom", "end", false)).toMatchObject({ top: 5, maxHeight: 491 });
});
test("never leaves the window", () => {
  expect(placeOf(at(10, 100), popup, view, "bottom", "end", false).left).toBe(5);
  expect(placeOf(at(980, 100), popup, view, "bottom", "start", false).left).toBe(795);
  expect(placeOf(at(960, 700), popup, view, "left", "start", false)).toMatchObject({ left: 756, top: 495 });
});
