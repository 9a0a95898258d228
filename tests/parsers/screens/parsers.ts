// All parsers of people's text in the browser. A new one is added by a line.
import { readInline, readMarkdown } from "../../../modules/help-center/views/editor/markdown/read.ts";
import { writeMarkdown } from "../../../modules/help-center/views/editor/markdown/write.ts";
import { isFromCodeEditor, withLists } from "../../../modules/help-center/views/editor/pasted-html.ts";
import { changesOf } from "../../../modules/help-center/views/articles/changes.ts";
import { forMessage } from "../../../modules/help-center/views/insert/for-message.ts";
import { type Parser, parser } from "../scan.ts";

export const PARSERS: readonly Parser[] = [
  parser("article as message", (text) => forMessage(text, "https://a.example")),
  parser("editor: read", readMarkdown),
  parser("editor: one line", readInline),
  parser("editor: read and written", (text) => writeMarkdown(readMarkdown(text)), true),
  parser("editor: pasted HTML", (text) => [isFromCodeEditor(["text/html"], text), withLists(`<p style="mso-list:l0 level1">${text}`)]),
  // Compares 1,500 lines with each other at most, and 600 words.
  { name: "versions by words", read: (text) => changesOf(text, `${text.slice(7)} b`), slow: true, most: 250 },
];
