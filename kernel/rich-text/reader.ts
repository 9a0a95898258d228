// Markdown tokens as a tree: the walk that messages and articles share. `marked` only cuts the text into tokens here; its HTML
// renderer is never called.
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { autolinked } from "./quick.ts";
import { type RichText, upright } from "./tree.ts";

// Deeper nesting is shown as its text: nobody writes it, and a recursion must end before the stack does.
const MAX_DEPTH = 16;

// A line that begins with so many quotes and lists within each other is no text of anybody, and takes the lexer seconds: its first
// sign is read as a letter.
const TOO_DEEP = /^([ \t]*)(?![ \t])(?=(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100})/gm;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };

/** What differs between a message and an article. */
export interface Dialect<X> {
  /** Whether a line break in the text is one on the screen. */
  readonly breaks: boolean;
  /** Whether an item of a list knows of itself that it is a task; else a letter says so. */
  readonly tasks?: boolean;
  /** The address when it may become a link. */
  readonly href: (href: string) => string | undefined;
  /** The picture at this address; undefined: it is shown as a link. */
  readonly picture: (href: string, alt: string) => X | undefined;
}

/** Makes a parser (GitHub flavour). Raw HTML comes out as text, unsafe links as their words. */
export function reader<X extends { readonly type: string }>({
  breaks,
  tasks = false,
  href: allowed,
  picture,
}: Dialect<X>): (markdown: string) => RichText<X>[] {
  type Node = RichText<X>;
  const words = (text: string): Node => ({ type: "text", text });
  const wordsOf = (node: Node | undefined): string | undefined => (node?.type === "text" ? (node as { text: string }).text : undefined);

  function blocks(tokens: readonly Token[], depth: number): Node[] {
    return tokens.flatMap((token) => block(known(token), depth));
  }

  function block(token: MarkedToken, depth: number): Node[] {
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

  function list(token: Tokens.List, depth: number): Node {
    const items = token.items.map((item): Node => {
      const children = blocks(item.tokens, depth + 1);
      return tasks && item.task ? { type: "item", children, done: item.checked === true } : { type: "item", children };
    });
    return { type: "list", ordered: token.ordered, start: typeof token.start === "number" ? token.start : 1, children: items };
  }

  function table(token: Tokens.Table, depth: number): Node {
    const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens, depth + 1));
    const aligned = token.align.some((align) => align !== null);
    return { type: "table", head: cells(token.header), rows: token.rows.map(cells), ...(aligned ? { align: token.align } : {}) };
  }

  function inlines(tokens: readonly Token[] | undefined, depth: number): Node[] {
    const out: Node[] = [];
    for (const node of (tokens ?? []).flatMap((token) => inline(known(token), depth + 1))) {
      const [before, more] = [wordsOf(out.at(-1)), wordsOf(node)];
      // Neighbouring pieces of text (around escapes and raw tags) are one text for whoever reads or copies it.
      if (before !== undefined && more !== undefined) out[out.length - 1] = words(before + more);
      else out.push(node);
    }
    return out;
  }

  function inline(token: MarkedToken, depth: number): Node[] {
    if (depth > MAX_DEPTH) return [words(token.raw)];
    switch (token.type) {
      case "text":
        return "tokens" in token && token.tokens ? inlines(token.tokens, depth) : [words(unescape(token.text))];
      case "escape":
        return [words(token.text)];
      case "checkbox":
        return tasks ? [] : [words(token.checked ? "☑ " : "☐ ")];
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
        return image(token);
      case "html":
        return lines(token.raw);
      default:
        return [words(token.raw)];
    }
  }

  function image(token: Tokens.Image): Node[] {
    const alt = unescape(token.text);
    const own = picture(unescape(token.href), alt);
    // A picture from elsewhere would tell its host who reads; the address is offered instead.
    return own ? [own] : link(token.href, [words(alt || token.href)]);
  }

  function link(href: string, children: Node[]): Node[] {
    const safe = allowed(unescape(href));
    return safe ? [{ type: "link", href: safe, children }] : children;
  }

  const lines = (text: string): Node[] =>
    text.split("\n").flatMap((row, i) => [...(i > 0 ? [{ type: "br" } as const] : []), ...(row ? [words(row)] : [])]);
  return (markdown) => {
    try {
      return blocks(new Lexer({ gfm: true, breaks }).lex(upright(markdown).replace(TOO_DEEP, "$1\\")), 0);
    } catch {
      // Thousands of nested quotes end the lexer's stack; such a text is shown as it was written.
      return autolinked(markdown) as Node[];
    }
  };
}

const known = (token: Token): MarkedToken => token as MarkedToken; // no extensions are installed, so no other token exists
const unescape = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (all, name: string) => ENTITIES[name] ?? all);
