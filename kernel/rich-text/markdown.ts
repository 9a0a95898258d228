// Message Markdown as a tree without HTML. Shared by the widget (as a lazy chunk) and the dashboard.
// `marked` only cuts the text into tokens here; its HTML renderer is never called.
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { plain } from "./plain.ts";
import { autolinked } from "./quick.ts";
import { type RichText, safeHref, upright } from "./tree.ts";

export { autolinked, plain, type RichText, safeHref };

// Deeper nesting is shown as its text: nobody writes it, and a recursion must end before the stack does.
const MAX_DEPTH = 16;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };

/** Parses message Markdown (GitHub flavour, every line break kept). Raw HTML comes out as text, unsafe links as their words. */
export function parse(markdown: string): RichText[] {
  try {
    return blocks(new Lexer({ gfm: true, breaks: true }).lex(upright(markdown)), 0);
  } catch {
    // Thousands of nested quotes end the lexer's stack; such a text is shown as it was written.
    return autolinked(markdown);
  }
}

const known = (token: Token): MarkedToken => token as MarkedToken; // no extensions are installed, so no other token exists
const unescape = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (all, name: string) => ENTITIES[name] ?? all);
const words = (text: string): RichText => ({ type: "text", text });

function blocks(tokens: readonly Token[], depth: number): RichText[] {
  return tokens.flatMap((token) => block(known(token), depth));
}

function block(token: MarkedToken, depth: number): RichText[] {
  if (depth > MAX_DEPTH) return [words(token.raw)];
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return [{ type: "heading", level: token.depth, children: inlines(token.tokens, depth) }];
    case "code":
      return [{ type: "codeblock", text: token.text, language: /^[\w+#.-]{1,30}/.exec(token.lang ?? "")?.[0] ?? "" }];
    case "blockquote":
      return [{ type: "quote", children: blocks(token.tokens, depth + 1) }];
    case "list":
      return [list(token, depth)];
    case "hr":
      return [{ type: "hr" }];
    case "table":
      return [table(token, depth)];
    case "html":
      return [{ type: "paragraph", children: lines(token.raw.trimEnd()) }];
    case "paragraph":
      return [{ type: "paragraph", children: inlines(token.tokens, depth) }];
    default:
      return inline(token, depth);
  }
}

function list(token: Tokens.List, depth: number): RichText {
  const items = token.items.map((item): RichText => ({ type: "item", children: blocks(item.tokens, depth + 1) }));
  return { type: "list", ordered: token.ordered, start: typeof token.start === "number" ? token.start : 1, children: items };
}

function table(token: Tokens.Table, depth: number): RichText {
  const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens, depth + 1));
  return { type: "table", head: cells(token.header), rows: token.rows.map(cells) };
}

function inlines(tokens: readonly Token[] | undefined, depth: number): RichText[] {
  const out: RichText[] = [];
  for (const node of (tokens ?? []).flatMap((token) => inline(known(token), depth + 1))) {
    const before = out.at(-1);
    // Neighbouring pieces of text (around escapes and raw tags) are one text for whoever reads or copies it.
    if (node.type === "text" && before?.type === "text") out[out.length - 1] = words(before.text + node.text);
    else out.push(node);
  }
  return out;
}

function inline(token: MarkedToken, depth: number): RichText[] {
  if (depth > MAX_DEPTH) return [words(token.raw)];
  switch (token.type) {
    case "text":
      return "tokens" in token && token.tokens ? inlines(token.tokens, depth) : [words(unescape(token.text))];
    case "escape":
      return [words(token.text)];
    case "checkbox":
      return [words(token.checked ? "☑ " : "☐ ")];
    case "codespan":
      return [{ type: "code", text: token.text }];
    case "br":
      return [{ type: "br" }];
    case "strong":
    case "em":
    case "del":
      return [{ type: token.type, children: inlines(token.tokens, depth) }];
    case "link":
      return link(token.href, inlines(token.tokens, depth));
    case "image":
      // A picture from elsewhere would tell its host who reads; the address is offered instead.
      return link(token.href, [words(unescape(token.text) || token.href)]);
    case "html":
      return lines(token.raw);
    default:
      return [words(token.raw)];
  }
}

function link(href: string, children: RichText[]): RichText[] {
  const safe = safeHref(unescape(href));
  return safe ? [{ type: "link", href: safe, children }] : children;
}

const lines = (text: string): RichText[] =>
  text.split("\n").flatMap((row, i) => [...(i > 0 ? [{ type: "br" } as const] : []), ...(row ? [words(row)] : [])]);
