import { expect, test } from "vitest";
import { htmlOf, textOf } from "./rich-mail.ts";

test.each([
  ["5 * 3, snake_case and #12\n\\# no heading\n\\* no list", "5 * 3, snake_case and #12\n# no heading\n* no list"],
  ["**Hello**\nsecond line\n- one\n  - two\n\nBye `code`", "Hello\nsecond line\n\n- one\n  - two\n\nBye code"],
  ["```\nif a:\n  b\n```\nend", "    if a:\n      b\n\nend"],
  ["> quoted\n\nanswer", "> quoted\n\nanswer"],
])("%j is read as plain text", (markdown, text) => expect(textOf(markdown)).toBe(text));

test.each([
  ["Hello\n\n**مرحبا**", '<p dir="auto">Hello</p><p dir="auto"><strong>مرحبا</strong></p>'],
  ["# One\n\n- two\n  - three", '<p dir="auto"><strong>One</strong></p><ul dir="auto"><li>two<ul><li>three</li></ul></li></ul>'],
  ["> one\n>\n> two", '<blockquote dir="auto"><p>one</p><p>two</p></blockquote>'],
  ["```\nx\n```\n\n---", '<pre dir="ltr">x</pre><hr dir="auto">'],
])("each outer block of %j has its own direction", (markdown, html) => expect(htmlOf(markdown)).toBe(html));
