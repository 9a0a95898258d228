import { expect, test } from "vitest";
import { confidenceByMeaning, FITS_FROM, fuse, isQuestion } from "./rules.ts";

test("a hit that is high in both rankings comes first, and one that is in only one is kept", () => {
  const ids = (...rankings: string[][]): string[] => fuse(rankings).map(({ id }) => id);
  expect(ids(["a", "b", "c"], ["c", "a"])).toEqual(["a", "c", "b"]);
  expect(ids(["a"], ["b"])).toEqual(["a", "b"]);
  expect(ids([], ["x", "y"])).toEqual(["x", "y"]);
  expect(ids(["x", "y"], [])).toEqual(["x", "y"]);
  expect(ids([], [])).toEqual([]);
  const [first, second] = fuse([["a", "b"], ["a"]]);
  expect(first?.score).toBeCloseTo(2 / 61);
  expect(second?.score).toBeCloseTo(1 / 62);
});

test("typed text counts as a question from its third word, or from the sixth character of a script without spaces", () => {
  expect(["", "ref", "refund pol", "C++ & C#"].map(isQuestion)).toEqual([false, false, false, false]);
  expect(["where is my", "wo ist mein Paket?", "退款需要多长时间"].map(isQuestion)).toEqual([true, true, true]);
});

test("a hit by meaning fits from its model's similarity on, and its confidence grows with the similarity", () => {
  expect(confidenceByMeaning(0.4, 0.4)).toBeCloseTo(FITS_FROM);
  expect(confidenceByMeaning(0.39, 0.4)).toBeLessThan(FITS_FROM);
  expect([0, -0.2, 1, 1.01].map((similarity) => confidenceByMeaning(similarity, 0.4))).toEqual([0, 0, 1, 1]);
  const rising = [0.1, 0.3, 0.45, 0.6, 0.9].map((similarity) => confidenceByMeaning(similarity, 0.4));
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
});
