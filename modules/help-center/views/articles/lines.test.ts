import fc from "fast-check";
import { expect, test } from "vitest";
import { difference } from "./lines.ts";

test("says which lines went and which came", () => {
  expect(difference("a\nb\nc", "a\nx\nc")).toEqual([
    { kind: "same", text: "a" },
    { kind: "gone", text: "b" },
    { kind: "new", text: "x" },
    { kind: "same", text: "c" },
  ]);
});
test("leads from any text to any other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = difference(before, after);
      const of = (left: string) => lines.filter(({ kind }) => kind !== left).map((line) => line.text);
      expect([of("new").join("\n"), of("gone").join("\n")]).toEqual([before, after]);
    }),
  );
});
