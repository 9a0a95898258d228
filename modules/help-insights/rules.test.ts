import fc from "fast-check";
import { expect, test } from "vitest";
import { isAnsweredBy, groupOf, likeness, searchTerms, stemsOf } from "./rules.ts";

test("searches are counted by their words, ignoring case and extra spaces", () => {
  expect(searchTerms("  Reset \t PASSWORD ")).toBe("reset password");
  expect(searchTerms("ＡＢＣ")).toBe("abc");
  expect(searchTerms("x".repeat(500))).toHaveLength(200);
});

test.each([
  ["How do I return a broken lamp?", "returning broken lamps"],
  ["Can I cancel my subscription?", "cancelling subscriptions"],
  ["Wie kann ich meine Bestellung stornieren?", "Bestellungen stornieren"],
  ["パスワードを変更", "パスワードを変更したい"],
])("questions with the same stems are equal: %s, %s", (a, b) => {
  expect(likeness(stemsOf(a), stemsOf(b))).toBeGreaterThanOrEqual(0.5);
});

test.each([
  ["How do I return a lamp?", "Do you ship to Iceland?"],
  ["reset password", "change address"],
  ["invoice address", "shipping address"],
])("questions with different stems are different: %s, %s", (a, b) => {
  expect(likeness(stemsOf(a), stemsOf(b))).toBeLessThan(0.5);
});

test("a question joins the most similar group, whatever the order of the groups, and none if it shares too few stems", () => {
  const groups = [
    { id: "gap_2", stems: stemsOf("shipping to Iceland") },
    { id: "gap_1", stems: stemsOf("shipping to Iceland") },
    { id: "gap_3", stems: stemsOf("paying by invoice") },
  ];
  expect(groupOf(stemsOf("Do you ship to Iceland?"), groups)?.id).toBe("gap_1");
  expect(groupOf(stemsOf("Do you ship to Iceland?"), groups.toReversed())?.id).toBe("gap_1");
  expect(groupOf(stemsOf("Where is my parcel?"), groups)).toBeUndefined();
  expect(groupOf([], groups)).toBeUndefined();
});

test("a text answers a question if it contains enough of its stems", () => {
  expect(isAnsweredBy(stemsOf("Do you ship to Iceland?"), "Shipping. We ship to Iceland and Norway.")).toBe(true);
  expect(isAnsweredBy(stemsOf("Do you ship to Iceland?"), "Shipping takes two days.")).toBe(false);
  expect(isAnsweredBy([], "anything")).toBe(false);
});

test("stems are unique, sorted, limited in number and deterministic", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
      const stems = stemsOf(text);
      expect(stems).toEqual([...new Set(stems)].toSorted());
      expect(stems.length).toBeLessThanOrEqual(12);
      expect(stemsOf(text)).toEqual(stems);
      expect(likeness(stems, stems)).toBe(stems.length === 0 ? 0 : 1);
    }),
  );
});
