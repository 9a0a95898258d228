// Types of HTML and Markdown trees, taken from the functions that build them.
import type { fromHtml } from "hast-util-from-html";
import type { State, toMdast } from "hast-util-to-mdast";

export type { State };
export type HtmlRoot = ReturnType<typeof fromHtml>;
export type HtmlNode = HtmlRoot["children"][number];
export type Element = Extract<HtmlNode, { type: "element" }>;

export type MarkdownNode = ReturnType<typeof toMdast>;
export type MarkdownRoot = Extract<MarkdownNode, { type: "root" }>;
export type Content = MarkdownRoot["children"][number];
export type Table = Extract<Content, { type: "table" }>;
export type Paragraph = Extract<Content, { type: "paragraph" }>;
export type Phrasing = Paragraph["children"][number];
