import { expect, test } from "vitest";
import { directionOf, layoutTitle } from "./layout.ts";

/** Half an em a character, an em for wide ones. */
const measure = (text: string, size: number): number =>
  [...text].reduce((sum, one) => sum + (/[\u2e80-\u9fff\uff00-\uffef\u{1f300}-\u{1faff}]/u.test(one) ? size : size / 2), 0);
const WIDTH = 1000;
const at = (title: string, locale = "en") => layoutTitle(title, locale, WIDTH, measure);

test("a short title is large and on one line", () => {
  expect(at("Return a vase")).toEqual({ lines: ["Return a vase"], size: 80 });
  expect(at("")).toEqual({ lines: [], size: 80 });
});

test("every line fits, nothing is lost, and words are whole", () => {
  for (const title of [
    "How to change the billing address of an organisation that has several owners and no administrator",
    "Wie man die Rechnungsanschrift einer Organisation (mit mehreren „Inhabern“) ändert – und was dann geschieht",
    "Résilier l’abonnement : où, quand, comment ?",
    "لماذا لم تصل رسالة التأكيد إلى صندوق البريد الوارد الخاص بي بعد التسجيل",
  ]) {
    const { lines, size } = at(title);
    expect([title, lines.length <= 4]).toEqual([title, true]);
    for (const line of lines) expect([line, measure(line, size) <= WIDTH]).toEqual([line, true]);
    expect(lines.join(" ")).toBe(title.replace(/\s+/g, " "));
  }
});

test("Chinese, Japanese and Thai break without spaces, and no line begins with punctuation", () => {
  const { lines, size } = at("如何更改拥有多个所有者但没有管理员的组织的账单地址，以及之后会发生什么变化？请参阅本指南。", "zh");
  expect(lines.join("")).toBe("如何更改拥有多个所有者但没有管理员的组织的账单地址，以及之后会发生什么变化？请参阅本指南。");
  for (const line of lines) {
    expect(line).not.toMatch(/^[，。？]/);
    expect(measure(line, size)).toBeLessThanOrEqual(WIDTH);
  }
  expect(at("パスワードを忘れてしまった場合の再設定の手順と、よくある質問について", "ja").lines.length).toBeGreaterThan(1);
});

test("what is too long ends with an ellipsis, and a word that is too wide is broken between characters", () => {
  const long = at("word ".repeat(200));
  expect([long.lines.length, long.size, long.lines.at(-1)?.endsWith("…")]).toEqual([4, 44, true]);
  const wide = at("x".repeat(120));
  expect(wide.lines.join("")).toBe("x".repeat(120));
  const families = at("👩‍👩‍👧‍👦".repeat(30));
  // None is parted into its people.
  for (const line of families.lines) expect(line.replace("…", "").replaceAll("👩‍👩‍👧‍👦", "")).toBe("");
  const began = performance.now();
  at("a".repeat(500));
  at("é🎉 ".repeat(160));
  expect(performance.now() - began).toBeLessThan(500);
});

test("the direction follows the first letter", () => {
  expect(["Vase", "123 (שלום)", "לחזור אל Vase", "عودة", "🎉 Vase", ""].map(directionOf)).toEqual([
    "ltr",
    "rtl",
    "rtl",
    "rtl",
    "ltr",
    "ltr",
  ]);
});
