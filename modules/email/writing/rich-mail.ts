// Renders a message's Markdown for mail: as plain text, and as simple HTML that any mail program displays. Pure.
import { escapeHtml } from "#kernel/http/html.ts";
import { parse, type RichText } from "#kernel/rich-text/markdown.ts";

/** Mail has links to web pages and mail addresses only. */
const mayLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href);

/**
 * Somebody's text as HTML. Each of its outer blocks has the direction of its own first letter, whatever the language of the mail around it;
 * blocks within have that of the outer one, because text in an element with a `dir` of its own would not count for it. Code is always
 * from left to right.
 */
export const htmlOf = (markdown: string): string =>
  parse(markdown)
    .map((node) => (isBlock(node) && node.type !== "codeblock" ? html(node).replace(/^<\w+/, '$& dir="auto"') : html(node)))
    .join("");
const blocksHtml = (nodes: readonly RichText[]): string => nodes.map(html).join("");

function html(node: RichText): string {
  switch (node.type) {
    case "text":
      return escapeHtml(node.text);
    case "code":
      return `<code>${escapeHtml(node.text)}</code>`;
    case "codeblock":
      return `<pre dir="ltr">${escapeHtml(node.text)}</pre>`;
    case "link":
      return mayLink(node.href) ? `<a href="${escapeHtml(node.href)}">${blocksHtml(node.children)}</a>` : blocksHtml(node.children);
    case "heading":
      return `<p><strong>${blocksHtml(node.children)}</strong></p>`;
    case "list":
      return node.ordered ? `<ol start="${node.start}">${blocksHtml(node.children)}</ol>` : `<ul>${blocksHtml(node.children)}</ul>`;
    case "item":
      return `<li>${blocksHtml(node.children)}</li>`;
    case "table": {
      const row = (cells: readonly (readonly RichText[])[], tag: string): string =>
        `<tr>${cells.map((cell) => `<${tag}>${blocksHtml(cell)}</${tag}>`).join("")}</tr>`;
      return `<table border="1" cellpadding="4">${row(node.head, "th")}${node.rows.map((cells) => row(cells, "td")).join("")}</table>`;
    }
    case "paragraph":
      return `<p>${blocksHtml(node.children)}</p>`;
    case "quote":
      return `<blockquote>${blocksHtml(node.children)}</blockquote>`;
    case "strong":
    case "em":
    case "del":
      return `<${node.type}>${blocksHtml(node.children)}</${node.type}>`;
    case "br":
    case "hr":
      return `<${node.type}>`;
  }
}

export const textOf = (markdown: string): string =>
  blocksText(parse(markdown))
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();

const inline = (nodes: readonly RichText[]): string => nodes.map(text).join("");
/** Blocks separated by a blank line; inline text among blocks, as in list items, is a block of its own. */
function blocksText(nodes: readonly RichText[], gap = "\n\n"): string {
  const blocks: string[] = [];
  let words = "";
  const endWords = (): void => {
    if (words !== "") blocks.push(words);
    words = "";
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      endWords();
      blocks.push(text(node));
    } else words += text(node);
  }
  endWords();
  return blocks.join(gap);
}
const isBlock = ({ type }: RichText): boolean => ["paragraph", "heading", "codeblock", "quote", "list", "table", "hr"].includes(type);
const indented = (block: string, first: string): string => first + block.replaceAll(/\n(?!\n)/g, `\n${" ".repeat(first.length)}`);
/** The text with every line quoted. */
export const quotedLines = (block: string): string =>
  block
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

function text(node: RichText): string {
  switch (node.type) {
    case "text":
    case "code":
      return node.text;
    case "codeblock":
      return indented(node.text, "    ");
    case "link": {
      const words = inline(node.children);
      const bare = node.href.replace(/^mailto:/i, "");
      return !mayLink(node.href) || words === node.href || words === bare ? words : `${words} (${bare})`;
    }
    case "list":
      return node.children
        .map((item, i) => indented("children" in item ? blocksText(item.children, "\n") : "", node.ordered ? `${node.start + i}. ` : "- "))
        .join("\n");
    case "table":
      return [node.head, ...node.rows].map((cells) => cells.map(inline).join(" | ")).join("\n");
    case "quote":
      return quotedLines(blocksText(node.children));
    case "heading":
    case "item":
    case "paragraph":
    case "strong":
    case "em":
    case "del":
      return inline(node.children);
    case "br":
      return "\n";
    case "hr":
      return "* * *";
  }
}
