import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "#kernel/rich-text/markdown.ts";
import { codeBlock, insert, type Lines, link, type Selected, type Sign, SIGNS, toggleLines, toggleSign } from "./change.ts";

/** `[` and `]` of the text are the ends of the selection. */
const at = (marked: string): Selected => {
  const from = marked.indexOf("[");
  const to = marked.indexOf("]") - 1;
  return { text: marked.replace("[", "").replace("]", ""), from, to };
};
const shown = ({ text, from, to }: Selected): string => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;

test.each<[string, Sign, string]>([
  ["say [it] now", "bold", "say **[it]** now"],
  ["say **[it]** now", "bold", "say [it] now"],
  ["say [**it**] now", "bold", "say [it] now"],
  ["say [ it ] now", "italic", "say  _[it]_  now"],
  ["say [] now", "code", "say `[]` now"],
  ["**_[it]_**", "italic", "**[it]**"],
  ["[gone]", "strike", "~~[gone]~~"],
])("%j with %s is %j", (before, sign, after) => expect(shown(toggleSign(at(before), sign))).toBe(after));

test.each<[string, Lines, string]>([
  ["a\n\n[b\nc]", "bullets", "a\n\n[- b\n- c]"],
  ["[- b\n- c]", "bullets", "[b\nc]"],
  ["[- b\n- c]", "numbers", "[1. b\n2. c]"],
  ["[b\n\nc]", "quote", "[> b\n\n> c]"],
  ["above\nhe[]re", "bullets", "above\n\n- here[]"],
  ["[]", "bullets", "- []"],
])("%j as %s is %j", (before, lines, after) => expect(shown(toggleLines(at(before), lines))).toBe(after));

test("links select what is to be typed next", () => {
  expect(shown(link({ text: "see the page", from: 4, to: 12 }))).toBe("see [the page]([https://])");
  expect(link({ text: "https://a.example", from: 0, to: 17 })).toEqual({ text: "[](https://a.example)", from: 1, to: 1 });
  expect(link({ text: "", from: 0, to: 0 })).toEqual({ text: "[](https://)", from: 1, to: 1 });
});
test("a block of code stands alone, within a fence that is long enough", () => {
  expect(codeBlock({ text: "run ```x``` please", from: 4, to: 11 }).text).toBe("run \n\n````\n```x```\n````\n\n please");
});
test("inserting replaces the selection", () => expect(shown(insert(at("a[b]c"), "🎉"))).toBe("a🎉[]c"));

describe("for any text", () => {
  const selected = fc
    .tuple(fc.string({ unit: fc.constantFrom("a", "B", " ", "\n", "*", "_", "`", "~", "é", "ß", "-", ">", "1", ".") }), fc.nat(), fc.nat())
    .map(([text, a, b]): Selected => {
      const [from = 0, to = 0] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y);
      return { text, from, to };
    });
  const letters = (text: string): string => text.replaceAll(/[^aBéß]/gu, "");
  test("no letter is lost or moved, and the selection stays within the text", () => {
    fc.assert(
      fc.property(
        selected,
        fc.constantFrom(
          ...(Object.keys(SIGNS) as Sign[]).map((sign) => (one: Selected) => toggleSign(one, sign)),
          ...(["bullets", "numbers", "quote"] as const).map((lines) => (one: Selected) => toggleLines(one, lines)),
          codeBlock,
        ),
        (one, change) => {
          const made = change(one);
          expect(letters(made.text)).toBe(letters(one.text));
          expect(made.from).toBeGreaterThanOrEqual(0);
          expect(made.to).toBeGreaterThanOrEqual(made.from);
          expect(made.to).toBeLessThanOrEqual(made.text.length);
        },
      ),
    );
  });
  test("words that are made bold are bold, and twice is as it was", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 4 }), fc.nat(), (words, n) => {
        const text = words.join(" ");
        const word = words[n % words.length] ?? "";
        const from = text.indexOf(word);
        const once = toggleSign({ text, from, to: from + word.length }, "bold");
        const isWhole = (text[from - 1] ?? " ") === " " && (text[from + word.length] ?? " ") === " ";
        if (isWhole) expect(JSON.stringify(parse(once.text))).toContain('"strong"');
        expect(toggleSign(once, "bold")).toEqual({ text, from, to: from + word.length });
      }),
    );
  });
});
