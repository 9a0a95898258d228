import { expect, test } from "vitest";
import { isFormatted } from "./is-formatted.ts";
import { pastedMarkdown } from "./pasted.ts";

test("a copy of a web page keeps what a message can say", () => {
  const html = `<meta charset="utf-8"><style>p { color: red }</style><h2>Refunds</h2><p style="mso-list:none">Within <b>14 days</b>, see <a href="https://a.example/terms">the terms</a>.</p><ul><li>by card</li><li>by bank</li></ul><script>alert(1)</script><img src="https://track.example/x.png">`;
  expect(pastedMarkdown(html)).toBe("**Refunds**\n\nWithin **14 days**, see [the terms](https://a.example/terms).\n\n- by card\n- by bank");
});
test.each([
  ["<meta charset='utf-8'><span>just words</span>", false],
  ["<p>a paragraph</p>", false],
  ["<p>with a <a href='https://a.example'>link</a></p>", true],
  ["<ul><li>a</li></ul>", true],
  ["<div style='white-space: pre; color: red'><b>const</b> a = 1</div>", false],
])("%s has something to keep: %s", (html, formatted) => expect(isFormatted(html, ["text/html"])).toBe(formatted));
test("a code editor's copy is its plain text", () => expect(isFormatted("<b>const</b>", ["text/html", "vscode-editor-data"])).toBe(false));
