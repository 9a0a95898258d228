import fc from "fast-check";
import { expect, test } from "vitest";
import { XSS_PAYLOADS } from "../../../../kernel/testing/xss-payloads.ts";
import { isBlank } from "./normal.ts";
import { readMarkdown } from "./read.ts";
import type { Block } from "./tree.ts";
import { writeMarkdown } from "./write.ts";

const again = (markdown: string): string => writeMarkdown(readMarkdown(markdown));
const FILE = `/files/fil_${"0".repeat(26)}`;

test.each([
  "# One\n\n## Two\n\n#### Four",
  "Some **bold**, _italic_, ~~struck~~ and `code` words.",
  'A [link](https://example.org/a?b=1&c=2) and one [with a title](https://example.org "The title").',
  "See https://example.org/path, or <mailto:help@example.org>.".replace("<mailto:help@example.org>", "<help@example.org>"),
  "A line\\\nand another",
  "- one\n- two\n  - deep\n    1. deeper\n    2. still\n- three",
  "1. one\n2. two\n\n   With a paragraph.\n\n   ```js\n   const a = 1;\n\n   const b = 2;\n   ```\n\n3. three".replace(
    "1. one\n2.",
    "1. one\n\n2.",
  ),
  "3. starts at three\n4. four",
  "- [ ] open\n- [x] done",
  "> A quote\n>\n> of two paragraphs",
  "> [!NOTE]\n> Words\n>\n> - a list\n> - in it",
  "> [!WARNING]\n>\n> - only a list",
  "```sh\nnpm start\n```",
  "````md\n```js\nx\n```\n````",
  "| A | B |\n| --- | :-: |\n| `x\\|y` | a \\| b |\n| [l](https://e.org) | **b** |",
  `![A screen](${FILE})`,
  `Before ![](${FILE}) after`,
  `[![Logo](${FILE})](https://example.org)`,
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "---",
  "[in](/help/acme/en/articles/x) and [there](#part)",
  "**bold `code` and [link](https://e.org)**",
])("canonical Markdown is written back unchanged: %#", (markdown) => {
  expect(again(markdown)).toBe(markdown);
});

test.each([
  ["* a\n* b", "- a\n- b"],
  ["Setext\n======", "# Setext"],
  ["__bold__ and *it*", "**bold** and _it_"],
  ['<div onclick="x()">\nraw <b>text</b>\n</div>', '\\<div onclick="x()">\\\nraw \\<b>text\\</b>\\\n\\</div>'],
  ["[bad](javascript:alert(1))", "\\[bad](javascript:alert(1))"],
  ["![x](data:image/png;base64,AAAA)", "!\\[x](data:image/png;base64,AAAA)"],
  ["[a][r]\n\n[r]: https://e.org", "[a](https://e.org)"],
  ["[unused]: https://e.org/nowhere", "\\[unused]: https\\://e.org/nowhere"],
  ["    indented\n    code", "```\nindented\ncode\n```"],
  ["a\nb", "a b"],
  ["- a\n\n\n* b", "- a\n\n* b"],
])("Markdown is written in its canonical form: %#", (given, canonical) => {
  expect(again(given)).toBe(canonical);
  expect(again(canonical)).toBe(canonical);
});

// Words with all characters that have a meaning in Markdown.
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("word", "Über", "日本", "a", "x1") },
  fc.constantFrom(
    ..."*_~`[]()<>!#-+=|\\&.:@\"'/{}$^%0",
    "**",
    "~~",
    "``",
    "](",
    "![",
    "<b>",
    "&amp;",
    "1.",
    "1)",
    "- ",
    "www.a.b",
    "http://a.b",
    "a@b.co",
    "\\|",
    "[!NOTE]",
    "[ ] ",
    "---",
  ),
);
const text = fc.array(word, { minLength: 1, maxLength: 7 }).chain((words) => fc.constantFrom(words.join(""), words.join(" ")));
const markdown = fc
  .array(
    fc.oneof(
      word,
      fc.constantFrom(" ", "\n", "\n\n", "  ", "> ", "\n- ", "\n  - ", "\n1. ", "\n| a | b |\n|---|---|\n| ", "```\n", "    "),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

const mark = fc.subarray(
  [
    { type: "bold" },
    { type: "italic" },
    { type: "strike" },
    { type: "code" },
    { type: "link", attrs: { href: "https://e.org/a_b(c)", title: null } },
  ] as const,
  { maxLength: 3 },
);
const leaf: fc.Arbitrary<Block> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant("text"), text, marks: mark }) },
  fc.constant({ type: "hardBreak" }),
  fc.record({ type: fc.constant("image"), attrs: fc.record({ src: fc.constant(FILE), alt: text, title: fc.constant(null) }) }),
);
const paragraph = fc.array(leaf, { minLength: 1, maxLength: 5 }).map((content): Block => ({ type: "paragraph", content }));
const { block } = fc.letrec<{ block: Block; item: Block }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    paragraph,
    paragraph.map(({ content = [] }): Block => ({ type: "heading", attrs: { level: 2 }, content })),
    text.map((code): Block => ({ type: "codeBlock", attrs: { language: "js" }, content: [{ type: "text", text: code }] })),
    fc.constant<Block>({ type: "horizontalRule" }),
    fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((content): Block => ({ type: "bulletList", content })),
    fc
      .tuple(fc.array(tie("item"), { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 7))
      .map(([content, start]): Block => ({ type: "orderedList", attrs: { start }, content })),
    fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((content): Block => ({ type: "blockquote", content })),
    fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((content): Block => ({ type: "callout", attrs: { kind: "tip" }, content })),
    fc.array(fc.array(paragraph, { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 3 }).map((rows): Block => ({
      type: "table",
      content: rows.map((cells, i) => ({
        type: "tableRow",
        content: cells.map((cell) => ({ type: i === 0 ? "tableHeader" : "tableCell", attrs: { align: null }, content: [cell] })),
      })),
    })),
  ),
  item: fc
    .tuple(paragraph, fc.array(tie("block"), { maxLength: 2 }), fc.constantFrom(null, true, false))
    .map(([first, rest, checked]): Block => ({ type: "listItem", attrs: { checked }, content: [first, ...rest] })),
}));
const RUNS = process.env["LONG"] ? 30_000 : Number(process.env["RUNS"] ?? 150);

/** Letters and digits only, which no conversion may lose. */
const letters = (node: Block): string =>
  node.type === "text" ? (node.text ?? "").replaceAll(/[^\p{L}\p{N}]/gu, "") : (node.content ?? []).map(letters).join("");
/** The structure of the non-empty blocks, without their text. */
const shape = (node: Block): unknown =>
  node.type === "paragraph" || node.type === "heading"
    ? node.type
    : [node.type, ...(node.content ?? []).filter((child) => child.type !== "text" && !isBlank(child)).map(shape)];

test("for any Markdown, a second pass changes nothing and no letter is lost", () => {
  fc.assert(
    fc.property(markdown, (given) => {
      const doc = readMarkdown(given);
      const written = writeMarkdown(doc);
      expect(again(written)).toBe(written);
      expect(letters(readMarkdown(written))).toBe(letters(doc));
    }),
    { numRuns: RUNS },
  );
}, 900_000);

test("an address in an image's description ends before a bracket, even an escaped one", () => {
  const image = {
    type: "image",
    attrs: { src: "/files/fil_00000000000000000000000000", alt: "See http://a.example/b[!NOTE][ ] c", title: null },
  };
  const doc: Block = { type: "doc", content: [{ type: "paragraph", content: [image] }] };
  expect(shape(readMarkdown(writeMarkdown(doc)))).toEqual(shape(doc));
  expect(letters(readMarkdown(writeMarkdown(doc)))).toBe(letters(doc));
});

test("white space in a blank line of code within a list does not grow with each pass", () => {
  const written = again("\n- ```\n \n  - ");
  expect(again(written)).toBe(written);
});

test("any document, written and read back, has the same blocks and letters and is written the same", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
      const doc: Block = { type: "doc", content };
      const written = writeMarkdown(doc);
      const read = readMarkdown(written);
      expect(shape(read)).toEqual(shape(doc));
      expect(letters(read)).toBe(letters(doc));
      expect(writeMarkdown(read)).toBe(written);
    }),
    { numRuns: RUNS },
  );
}, 900_000);

/** All addresses in the document. */
const addresses = (node: Block): string[] => [
  ...["src", "url"].flatMap((name) => (typeof node.attrs?.[name] === "string" ? [node.attrs[name]] : [])),
  ...(node.marks ?? []).flatMap(({ attrs }) => (attrs ? [attrs.href] : [])),
  ...(node.content ?? []).flatMap(addresses),
];

test("hostile texts stay plain text: only web, mail, phone and relative addresses, and a second pass changes nothing", () => {
  for (const payload of XSS_PAYLOADS) {
    const doc = readMarkdown(payload);
    for (const address of addresses(doc)) expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/);
    const written = writeMarkdown(doc);
    expect(again(written)).toBe(written);
    expect(letters(readMarkdown(written))).toBe(letters(doc));
  }
});
