import { expect, test } from "vitest";
import { marked } from "./dynamic-pages.ts";

test("searched words are marked at the beginning of a word, and everything is escaped", () => {
  expect(marked("Bowls & <b>big bowls</b>", "bowl").text).toBe("<mark>Bowl</mark>s &amp; &lt;b&gt;big <mark>bowl</mark>s&lt;/b&gt;");
  expect(marked("A rainbow", "bow").text).toBe("A rainbow");
  expect(marked("茶碗の洗い方", "洗い").text).toBe("茶碗の<mark>洗い</mark>方");
  expect(marked("Plain", "?!").text).toBe("Plain");
});

test("words that the text joins are marked as the one word", () => {
  expect(marked("Is it dishwasher safe? Dish and washer.", "dish washer").text).toBe(
    "Is it <mark>dishwasher</mark> safe? <mark>Dish</mark> and <mark>washer</mark>.",
  );
});
