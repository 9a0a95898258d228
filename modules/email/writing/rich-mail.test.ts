import { expect, test } from "vitest";
import { textOf } from "./rich-mail.ts";

test.each([
  ["5 * 3, snake_case and #12\n\\# no heading\n\\* no list", "5 * 3, snake_case and #12\n# no heading\n* no list"],
  ["**Hello**\nsecond line\n- one\n  - two\n\nBye `code`", "Hello\nsecond line\n\n- one\n  - two\n\nBye code"],
  ["```\nif a:\n  b\n```\nend", "    if a:\n      b\n\nend"],
  ["> quoted\n\nanswer", "> quoted\n\nanswer"],
])("%j is read as plain text", (markdown, text) => expect(textOf(markdown)).toBe(text));
