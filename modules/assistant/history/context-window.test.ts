import { expect, test } from "vitest";
import { MOST_ASKED, MOST_SUMMARY, roomIn, summaryDue } from "./context-window.ts";

test("all parts fit into the model's window, and a large one gets no more than is of use", () => {
  for (const context of [1, 4096, 8192, 16_384, 32_000, 128_000, 1_000_000]) {
    const { output, passages, before } = roomIn(context, 500);
    const tokens = (passages + before + MOST_ASKED + MOST_SUMMARY + 500) / 2 + output + 1500;
    expect(Math.min(passages, before), String(context)).toBeGreaterThanOrEqual(0);
    if (passages > 0) expect(tokens, String(context)).toBeLessThanOrEqual(Math.max(4096, context));
  }
  expect(roomIn(1_000_000)).toEqual(roomIn(null));
  expect(roomIn(8192).passages).toBeLessThan(roomIn(32_000).passages);
});

const said = (count: number, length: number) => Array.from({ length: count }, (_, i) => ({ revision: i + 1, text: "x".repeat(length) }));
test("a conversation that fits has no summary; of a longer one the newest messages are kept", () => {
  expect(summaryDue(said(10, 100), 0, 8000)).toBeUndefined();
  // 3,200 of 8,000 characters stay.
  expect(summaryDue(said(10, 1000), 0, 8000)).toBe(7);
  expect(summaryDue(said(10, 1000), 7, 8000)).toBeUndefined();
  // One message alone may be too long.
  expect(summaryDue(said(1, 9000), 0, 8000)).toBe(1);
});

test("many short messages become a summary too, because a round reads only the newest", () => {
  expect(summaryDue(said(31, 5), 0, 8000)).toBe(16);
  expect(summaryDue(said(31, 5), 16, 8000)).toBeUndefined();
});
