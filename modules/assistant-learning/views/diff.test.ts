import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff.ts";

const marks = { same: " ", added: "+", removed: "-" } as const;
const drawn = (before: string, after: string): string[] => diffLines(before, after).map(({ change, text }) => `${marks[change]}${text}`);

test("lines that only one text has are marked, the others are not", () => {
  expect(drawn("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
  expect(drawn("a", "a")).toEqual([" a"]);
  expect(drawn("", "a")).toEqual(["-", "+a"]);
  expect(drawn("a\nb\nc\nd", "b\nd")).toEqual(["-a", " b", "-c", " d"]);
});

test("both texts can be read from the difference", () => {
  const text = fc.array(fc.constantFrom("a", "b", "", "c"), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const without = (change: "added" | "removed") =>
        lines
          .filter((line) => line.change !== change)
          .map((line) => line.text)
          .join("\n");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});
