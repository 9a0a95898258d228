import { expect, test } from "vitest";
import { readable } from "./plain-text.ts";

test.each([
  [
    "a table",
    "Prices:\n\n| Plan | Price |\n| --- | ---: |\n| Free | 0 € |\n| **Pro** | 12 € |\n\nAll with tax.",
    "Prices: Plan · Price; Free · 0 €; Pro · 12 €. All with tax.",
  ],
  ["a table without outer pipes", "Plan | Price\n--- | ---\nFree | 0 €\n\nEnd", "Plan · Price; Free · 0 €. End"],
  ["rows of a table that was cut", "| Free | 0 € |\n| Pro | |", "Free · 0 €; Pro"],
  ["an escaped pipe in a cell", "| Key | `a \\| b` |\n| --- | --- |", "Key · a | b"],
  ["pipes of code and prose", "Run `ls | wc`.\n\n```sh\n| tee log |\n```\nEither | or", "Run ls | wc. | tee log | Either | or"],
  ["tasks", "- [ ] Open\n- [x] Done\n  - [X] Deep", "Open Done Deep"],
  ["rules and underlined headings", "Title\n=====\nText\n\n***\n\nPart\n----\nMore\n\n- - -\n\n___", "Title Text Part More"],
  ["addresses", "See <https://example.org/a>.\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nAfter", "See https://example.org/a. After"],
  ["a hard line break", "One\\\nTwo", "One Two"],
  ["a callout", "> [!WARNING]\n> Mind *the* **gap**", "Mind the gap"],
  ["an empty item", "1.\n2. Two", "Two"],
])("%s becomes plain words", (_what, markdown, plain) => {
  expect(readable(markdown)).toBe(plain);
});

test("a long line of signs takes no longer than its length", () => {
  const started = performance.now();
  for (const sign of ["|", "-", "*", "_", "=", "- ", "* ", "[", "> ", "\\|", ":-", "`"]) readable(sign.repeat(20_000));
  expect(performance.now() - started).toBeLessThan(2000);
});
