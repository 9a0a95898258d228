import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { chunk, LONGEST_CHUNK } from "./chunk.ts";
import { readable, withoutAddresses } from "../text/plain-text.ts";

const long = (sentence: string, times: number): string => `${sentence} `.repeat(times).trim();
const joined = (markdown: string): string =>
  chunk(markdown)
    .map(({ content }) => content)
    .join("");

test("chunks begin at headings and know the headings above them", () => {
  const text = `Intro.\n\n# Billing\n\n${long("You pay monthly.", 30)}\n\n## Cards\n\n${long("A card can be changed.", 30)}\n\n# Team\n\n${long("Invite people.", 30)}\n`;
  expect(chunk(text).map(({ headings, content }) => [headings.join("/"), content.trim().slice(0, 10)])).toEqual([
    ["", "Intro."],
    ["Billing", "# Billing\n"],
    ["Billing/Cards", "## Cards\n\n"],
    ["Team", "# Team\n\nIn"],
  ]);
});

test("code blocks and tables stay whole, and a heading within code is ignored", () => {
  const code = `\`\`\`sh\n# not a heading\n${"run --it\n".repeat(200)}\`\`\`\n`;
  const table = `| a | b |\n| - | - |\n${"| one | two |\n".repeat(100)}`;
  const pieces = chunk(`# Setup\n\n${long("Before.", 100)}\n\n${code}\n${table}\n\nAfter.\n`);
  expect(pieces.filter(({ content }) => content.includes(code))).toHaveLength(1);
  expect(pieces.filter(({ content }) => content.includes(table))).toHaveLength(1);
  expect(pieces.every(({ headings }) => headings.join() === "Setup")).toBe(true);
});

test("a long table is cut between rows, code between lines, text between sentences", () => {
  const rows = chunk("| one | two |\n".repeat(1000));
  expect(rows.length).toBeGreaterThan(2);
  for (const { content } of rows) expect(content).toMatch(/^\|[^]*\|\n$/);
  for (const { content } of chunk(long("This is a sentence about something.", 500))) expect(content.trim()).toMatch(/\.$/);
});

const markdown = fc
  .array(
    fc.oneof(
      anyText(60),
      fc.constantFrom(
        "# One\n",
        "## Two\n",
        "\n",
        "\n\n",
        "```\n",
        "~~~~\n",
        "| a | b |\n",
        "- item\n",
        "> said\n",
        "word ",
        "密码重置".repeat(50),
        "a".repeat(700),
        "end. ".repeat(90),
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

test("no text is lost, no chunk is too long, and no character is cut", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const pieces = chunk(text);
      // Only chunks of white space are left out.
      expect(joined(text).replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      for (const { content } of pieces) {
        expect(content.length).toBeLessThanOrEqual(LONGEST_CHUNK + 1200);
        expect(content.isWellFormed()).toBe(true);
      }
      expect(withoutAddresses(text).length).toBe(text.length);
    }),
    { numRuns: 300 },
  );
});

test("a long text without a space is cut quickly", () => {
  const began = performance.now();
  expect(chunk("x".repeat(200_000)).length).toBeGreaterThan(100);
  expect(chunk("](".repeat(100_000)).length).toBeGreaterThan(100);
  for (const text of [
    "](".repeat(100_000),
    "[".repeat(200_000),
    "|".repeat(200_000),
    "(".repeat(200_000),
    " - ".repeat(60_000),
    "*a ".repeat(60_000),
  ]) {
    withoutAddresses(text);
    readable(text.slice(0, LONGEST_CHUNK));
  }
  expect(performance.now() - began).toBeLessThan(3000);
});

test.each([
  ["Open **settings** and [the card](https://example.test/a_(b)).", "Open settings and the card."],
  ["> [!NOTE]\n> Take care.", "Take care."],
  ["| Plan | Price |\n| --- | ---: |\n| Small | 5 |", "Plan · Price; Small · 5"],
  ["```js\nconst a = 1;\n```", "const a = 1;"],
  ["## Head\n1. First `code`\n- ![A picture](/files/fil_1)", "Head First code A picture"],
  ["See [![The kiln](/files/a)](https://a.example/b) here", "See The kiln here"],
  ["\\[ ] Check \\[this]", "[ ] Check [this]"],
])("the Markdown %j reads as %j", (text, expected) => expect(readable(text)).toBe(expected));

test("hostile headings full of spaces are parsed quickly", () => {
  const line = `# a${" ".repeat(295)}x\n`;
  const started = performance.now();
  expect(chunk(line.repeat(600)).length).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(500);
  expect(chunk("## Begin ## \n\nText.")[0]?.headings).toEqual(["Begin"]);
});
