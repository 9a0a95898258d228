import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { fold, wordsOf } from "./tokenizer.ts";

const words = (text: string): string[] => wordsOf(text).map(({ word }) => word);

test.each([
  ["How do I reset my Password?", ["how", "do", "i", "reset", "my", "password"]],
  ["the user's invoice, don't l’article", ["the", "user", "invoice", "don", "article"]],
  ["Größe ŁÓDŹ Ｆｕｌｌ œuvre ΣΊΣΥΦΟΣ", ["grosse", "lodz", "full", "oeuvre", "σισυφοσ"]],
  ["v2.10 foo_bar (a)", ["v2", "10", "foo", "bar", "a"]],
  ["密码重置", ["密码", "码重", "重置", "置"]],
  ["iPhone版", ["iphone", "版"]],
  ["ลืมรหัส", ["ลื", "ืม", "มร", "รห", "หั", "ัส", "ส"]],
  ["क्षेत्र बिल", ["क्षेत्र", "बिल"]],
  ["", []],
  ["—…🙂", []],
])("splits %j into words", (text, expected) => expect(words(text)).toEqual(expected));

test("every word has its position in the text, and folding is idempotent", () => {
  fc.assert(
    fc.property(anyText(80), (text) => {
      let before = 0;
      for (const { word, from, to, pair } of wordsOf(text)) {
        expect(from).toBeGreaterThanOrEqual(pair ? 0 : before);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
        expect(word).not.toMatch(/[\s"'()*:^{}+-]/);
        expect(word.isWellFormed()).toBe(true);
        before = pair ? before : to;
      }
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: 500 },
  );
});
