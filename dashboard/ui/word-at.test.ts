import { expect, test } from "vitest";
import { triggerWordAt } from "./word-at.ts";

test.each([
  ["/", 0, ""],
  ["/ref", 0, "ref"],
  ["Hello\n/ref", 6, "ref"],
  ["Hello /ref", 6, "ref"],
  ["Hello (/ref", 7, "ref"],
  ["“/größe", 1, "größe"],
])("%j is such a word", (text, from, query) => {
  expect(triggerWordAt(text, text.length, "/")).toEqual({ from, query });
});

test.each(["", "ref", "and/or", "https://", "https://a.example/x", "//", "//x", "/ref ", "/a b", `/${"x".repeat(41)}`])(
  "%j is none",
  (text) => {
    expect(triggerWordAt(text, text.length, "/")).toBe(undefined);
  },
);

test("only what is before the caret counts", () => {
  expect(triggerWordAt("Hi /refund me", 6, "/")).toEqual({ from: 3, query: "re" });
  expect(triggerWordAt("Hi /refund me", 3, "/")).toBe(undefined);
});
