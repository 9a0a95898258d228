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

test("Google Docs says with styles what is bold", () => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700;font-style:normal;text-decoration:none">bold</span><span style="font-style:italic"> and more</span></p><br><ul><li dir="ltr"><p><span style="text-decoration:line-through">one</span></p></li><li><p><span>two</span></p></li></ul></b>`;
  expect(isFormatted(html, ["text/html"])).toBe(true);
  expect(pastedMarkdown(html)).toBe("Plain **bold** *and more*\n\n- ~~one~~\n- two");
});
test("a space at the end of bold words does not cost them their form", () => {
  const html = `<p><span style="font-weight:700">Note: </span>read <span style="font-weight:700">this</span>!</p>`;
  expect(pastedMarkdown(html)).toBe("**Note**: read **this**!");
});
test("Word's lists are lists", () => {
  const item = (level: number, marker: string, words: string): string =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`;
  const html = `<html><body><p class=MsoNormal>Dear <b>Ana</b>,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>${item(1, "·", "one")}${item(2, "1.", "inner <b>1</b>")}${item(2, "2.", "inner 2")}${item(1, "·", "two")}<p class=MsoNormal>Bye</p></body></html>`;
  expect(pastedMarkdown(html)).toBe("Dear **Ana**,\n\n- one\n  1. inner **1**\n  2. inner 2\n- two\n\nBye");
});
test("a wrongly nested or endless copy is read in linear time", () => {
  expect(pastedMarkdown("<p><b>a<i>b</b>c</i></p>")).toBe("**a_b_**c");
  const began = performance.now();
  pastedMarkdown(
    "<b>".repeat(100_000) + "</i>".repeat(100_000) + "<p style='mso-list:l0 level1'>".repeat(20_000) + "<span".repeat(100_000),
  );
  expect(performance.now() - began).toBeLessThan(5000);
});
