import { expect, test } from "vitest";
import { markQuotes } from "./mark-quotes.ts";

const marked = (passage: string, ...quotes: string[]) =>
  markQuotes(passage, quotes)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join("");

test("marks what is quoted, whatever its Markdown, case and white space", () => {
  expect(marked("You can return it within **30 days** of\ndelivery.", "Within 30 days of delivery")).toBe(
    "You can return it [within 30 days of\ndelivery].",
  );
});
test("several quotes, overlapping ones too", () => {
  expect(marked("One two three four five.", "two three", "three four", "five")).toBe("One [two three four] [five].");
});
test("a quote that is not there marks nothing, and no quote is no mark", () => {
  expect(marked("One two.", "three", " ", "")).toBe("One two.");
  expect(markQuotes("", ["a"])).toEqual([]);
});
