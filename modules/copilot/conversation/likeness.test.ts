import { expect, test } from "vitest";
import { mostAlike, termsOf } from "./likeness.ts";

const candidate = (text: string) => ({ of: text, text });
const texts = (own: string, others: readonly string[], language = "en", limit = 3): string[] =>
  mostAlike(own, others.map(candidate), language, limit).map(({ of }) => of);

test("words are compared by stem, without stop words", () => {
  expect([...termsOf("My vases have arrived, and they are broken!", "en").values()]).toEqual(["vases", "arrived", "broken"]);
  expect(texts("My vases arrived broken", ["The vase arrived broken", "Where is my invoice?", "It broke"])).toEqual([
    "The vase arrived broken",
  ]);
});

test("a rare word weighs more than one that many conversations have", () => {
  const many = Array.from({ length: 20 }, (_, i) => `my order number ${i} arrived late`);
  expect(texts("my order with the kiln arrived late", [...many, "the kiln of my order smokes"])[0]).toBe("the kiln of my order smokes");
});

test("what shares only one word, or nothing, does not resemble", () => {
  expect(texts("refund of the blue vase", ["the vase is green and I love how it looks in my kitchen", "hello"])).toEqual([]);
  expect(texts("", ["hello"])).toEqual([]);
  expect(texts("the and of", ["the and of"])).toEqual([]);
});

test("languages without spaces are compared too", () => {
  expect(texts("花瓶が壊れています", ["花瓶が壊れました", "返品したいです"], "ja")).toEqual(["花瓶が壊れました"]);
});
