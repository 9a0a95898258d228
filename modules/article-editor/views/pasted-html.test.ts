import { expect, test } from "vitest";
import { isFromCodeEditor, withLists } from "./pasted-html.ts";

const item = (level: number, sign: string, words: string): string =>
  `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span>${sign}<span>&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;

test("lists pasted from Word become nested and numbered lists, and other HTML stays", () => {
  const given = `<p>Before</p>\n${item(1, "·", "One")}\n${item(2, "o", "Deep")}${item(1, "·", "Two")}${item(1, "1.", "First")}<p>After</p>`;
  expect(withLists(given).replaceAll("<o:p></o:p>", "").replaceAll("\n", "")).toBe(
    "<p>Before</p><ul><li><p>One</p><ul><li><p>Deep</p></li></ul></li><li><p>Two</p></li></ul><ol><li><p>First</p></li></ol><p>After</p>",
  );
  expect(withLists("<p>mso-list: none here</p>")).toBe("<p>mso-list: none here</p>");
});

test("HTML copied from a code editor is recognised", () => {
  const html = `<meta charset='utf-8'><div style="color: #000;font-family: Menlo;white-space: pre;"><div>## A</div></div>`;
  expect(isFromCodeEditor(["text/html"], html)).toBe(true);
  expect(isFromCodeEditor(["text/plain", "vscode-editor-data"], "")).toBe(true);
  expect(isFromCodeEditor(["text/html"], `<p style="white-space: pre-wrap">A</p>`)).toBe(false);
});
