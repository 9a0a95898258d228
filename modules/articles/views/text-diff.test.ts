import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOf, piecesOf } from "./text-diff.ts";

test("the diff shows removed and added lines, and the changed words of a changed line", () => {
  expect(changesOf("a\nb\nIt works for an hour.\nc", "a\nx y\nIt works for a day.\nc")).toEqual([
    { kind: "same", text: "a" },
    { kind: "gone", text: "b" },
    { kind: "new", text: "x y" },
    {
      kind: "changed",
      pieces: [
        { kind: "same", text: "It works for " },
        { kind: "gone", text: "an" },
        { kind: "new", text: "a" },
        { kind: "same", text: " " },
        { kind: "gone", text: "hour" },
        { kind: "new", text: "day" },
        { kind: "same", text: "." },
      ],
    },
    { kind: "same", text: "c" },
  ]);
  expect(piecesOf("Something else", "No word of it")).toBeUndefined();
});
test("applying the diff to any text gives the other text", () => {
  const line = fc.array(fc.constantFrom("a", "be", " ", ",", "ü"), { maxLength: 6 }).map((words) => words.join(""));
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const rows = changesOf(before, after);
      const without = (left: "gone" | "new") =>
        rows
          .flatMap((row) =>
            row.kind === "changed"
              ? [row.pieces.flatMap((piece) => (piece.kind === left ? [] : [piece.text])).join("")]
              : row.kind === left
                ? []
                : [row.text],
          )
          .join("\n");
      expect([without("new"), without("gone")]).toEqual([before, after]);
    }),
  );
});
test("texts of the maximum length are compared within three seconds", () => {
  const long = (word: string) => Array.from({ length: 4000 }, (_, n) => `${word} ${n} and what else stands in this line`).join("\n");
  const begun = performance.now();
  changesOf(long("before"), long("after"));
  changesOf(`${"word ".repeat(40_000)}end`, `other ${"word ".repeat(40_000)}`);
  // The worst case: long paragraphs that were all rewritten, so that each could match each.
  const anew = (word: string) => Array.from({ length: 30 }, (_, n) => `${word}${word}${word}${n} the a of to `.repeat(55)).join("\n");
  changesOf(anew("before"), anew("after"));
  expect(performance.now() - begun).toBeLessThan(3000);
});
