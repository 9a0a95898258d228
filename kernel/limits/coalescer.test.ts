import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Coalescer, WAITING, WINDOW } from "./coalescer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first signal is delivered at once, the last of each key at the end of the window, and no timer stays", () => {
  const marks = new Coalescer();
  const out: string[] = [];
  for (let i = 0; i < 100; i += 1) for (const key of ["a", "b"]) marks.pass(key, () => void out.push(`${key}${i}`), true);
  expect(out).toEqual(["a0"]);
  vi.advanceTimersByTime(WINDOW);
  expect(out).toEqual(["a0", "b99", "a99"]);
  vi.advanceTimersByTime(WINDOW);
  expect([out.length, vi.getTimerCount()]).toEqual([3, 0]);
  marks.pass("a", () => void out.push("again"), true);
  expect(out.at(-1)).toBe("again");
});

test("when too many signals wait, droppable ones are dropped and others never", () => {
  const marks = new Coalescer();
  const out = { typing: 0, online: 0 };
  for (let i = 0; i < 1000; i += 1) {
    marks.pass(`typing ${i}`, () => (out.typing += 1), true);
    marks.pass(`online ${i}`, () => (out.online += 1), false);
  }
  vi.advanceTimersByTime(WINDOW);
  expect(out.typing).toBeLessThanOrEqual(WAITING + 1);
  expect(out.online).toBe(1000);
});
