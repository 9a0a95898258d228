// Lists the parsers of user text that run in the browser. A new one is added by a line.
import { readInline, readMarkdown } from "../../../modules/article-editor/views/markdown/read.ts";
import { writeMarkdown } from "../../../modules/article-editor/views/markdown/write.ts";
import { isFromCodeEditor, withLists } from "../../../modules/article-editor/views/pasted-html.ts";
import { changesOf } from "../../../modules/articles/views/text-diff.ts";
import { forMessage } from "../../../modules/help-center/views/insert/for-message.ts";
import { type Parser, parser } from "../scan.ts";

export const PARSERS: readonly Parser[] = [
  parser("article as message", (text) => forMessage(text, "https://a.example")),
  parser("editor: read", readMarkdown),
  parser("editor: one line", readInline),
  parser("editor: read and written", (text) => writeMarkdown(readMarkdown(text)), true),
  parser("editor: pasted HTML", (text) => [isFromCodeEditor(["text/html"], text), withLists(`<p style="mso-list:l0 level1">${text}`)]),
  // Compares at most 1,500 lines and 600 words with each other.
  { name: "versions by words", read: (text) => changesOf(text, `${text.slice(7)} b`), slow: true, most: 250 },
];
