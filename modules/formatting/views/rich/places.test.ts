import { getSchema } from "@tiptap/core";
import { history, undo } from "@tiptap/pm/history";
import type { Node as ProseNode } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedInto } from "./apply.ts";
import { readMarkdown } from "./markdown/read.ts";
import { knownOf, offsetsOf, positionOf, translated } from "./places.ts";
import { extensionsFor } from "./schema.ts";

const schema = getSchema(extensionsFor({ isEnterTaken: () => false }, () => ""));
const docOf = (markdown: string): ProseNode => {
  const doc = schema.nodeFromJSON(readMarkdown(markdown));
  doc.check();
  return doc;
};
const TEXTS = [
  "",
  "Hi **Amara**, it left on _Monday_.",
  "a\n\nb\n",
  "- one\n  - **two** words\n- three\n\nBye",
  "> quoted\n> [a link](https://example.org/x)\n\n1. one\n2. two",
  "```js\nconst a = 1;\n\nb\n```\nafter",
  "\\*a* 5 * 3 snake_case https://example.org/a_b",
  "~~**all** of _it_~~ and `code`",
];

test("each caret is found again where its offset is", () => {
  for (const text of TEXTS) {
    const doc = docOf(text);
    doc.descendants((node, pos) => {
      if (!node.isTextblock) return true;
      for (let n = 0; n <= node.content.size; n += 1) {
        const { from, to } = offsetsOf(doc, pos + 1 + n, pos + 1 + n);
        expect(from).toBe(to);
        expect(positionOf(doc, from), `${n} of ${node.textContent} in ${text}`).toBe(pos + 1 + n);
      }
      return false;
    });
  }
});

test("a selection is the part of the text that shows it, with the signs around it if they belong to it", () => {
  const part = (text: string, words: string): string => {
    const doc = docOf(text);
    let at = -1;
    doc.descendants((node, pos) => {
      const found = node.isTextblock ? node.textContent.indexOf(words) : -1;
      if (found >= 0) at = pos + 1 + found;
    });
    const { from, to } = offsetsOf(doc, at, at + words.length);
    return knownOf(doc).written.text.slice(from, to);
  };
  expect(part("Hi **Amara**, it left", "Amara")).toBe("Amara");
  expect(part("Hi **Amara**, it left", "Amara, it")).toBe("**Amara**, it");
  expect(part("Hi **Amara**, it left", "Hi Ama")).toBe("Hi **Ama");
  expect(part("a [link](https://example.org/) here", "a link here")).toBe("a [link](https://example.org/) here");
  expect(part("- one\n- two", "two")).toBe("two");
});

test("an offset is found in another way to write the same text", () => {
  expect(translated(9, "* one\n* two", "- one\n- two")).toBe(9);
  expect(translated(14, "__bold__ words and", "**bold** words and")).toBe(14);
  expect(translated(6, "* a\n\n* b", "- a\n- b")).toBe(5);
});

const markdown = fc
  .array(fc.constantFrom("word ", "**bold** ", "_it_ ", "\n", "\n\n", "- x\n", "> q\n\n", "`c` ", "1. n\n"), { maxLength: 12 })
  .map((parts) => parts.join(""));
test("a document is changed into any other, and undo brings it back in one step", () => {
  fc.assert(
    fc.property(markdown, markdown, (one, other) => {
      fc.pre(readMarkdown(one) !== undefined && readMarkdown(other) !== undefined);
      const [before, wanted] = [docOf(one), docOf(other)];
      let state = EditorState.create({ doc: before, plugins: [history()] });
      state = state.apply(changedInto(state, wanted));
      expect(state.doc.eq(wanted)).toBe(true);
      if (before.eq(wanted)) return;
      undo(state, (tr) => (state = state.apply(tr)));
      expect(state.doc.eq(before)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
