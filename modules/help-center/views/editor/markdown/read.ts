// Markdown as a document of the editor. What the editor has no form for stays as its text: nothing is lost, and no HTML ever becomes an element.
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { embedOf } from "#kernel/rich-text/embeds.ts";
import { type Block, linkable, type Mark, showable } from "./tree.ts";

// Deeper nesting is shown as its text: nobody writes it, and a recursion must end before the stack does.
const MAX_DEPTH = 16;
const CALLOUT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*(?:\n|$)/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };

/** A Markdown text as a document. */
export function readMarkdown(markdown: string): Block {
  const text = markdown.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "");
  let content: Block[];
  try {
    content = lexed(text, 0);
  } catch {
    // Thousands of nested quotes end the lexer's stack.
    content = text.split(/\n{2,}/).map((part) => asText(part));
  }
  return { type: "doc", content: content.length > 0 ? content : [paragraph([])] };
}
/** One line of Markdown as what stands in a paragraph. */
export const readInline = (markdown: string): Block[] => inlines(Lexer.lexInline(markdown, { gfm: true }), [], 0);

const known = (token: Token): MarkedToken => token as MarkedToken; // no extensions are installed, so no other token exists
export const unescapeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (all, name: string) => ENTITIES[name] ?? all);
const paragraph = (content: readonly Block[]): Block => ({ type: "paragraph", content });
const asText = (raw: string): Block => paragraph(lines(raw.trim(), []));

function lexed(markdown: string, depth: number, links: Lexer["tokens"]["links"] = {}, inItem = false): Block[] {
  const lexer = new Lexer({ gfm: true });
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(markdown);
  return blocks(tokens, { depth, links: lexer.tokens.links, used: new Set(hrefs(tokens)), inItem });
}
/** Where the links of the text lead: a definition of another address would get lost. */
function* hrefs(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens.map(known)) {
    if (token.type === "link" || token.type === "image") yield token.href;
    if (token.type === "list") yield* hrefs(token.items);
    if (token.type === "table") for (const row of [token.header, ...token.rows]) for (const cell of row) yield* hrefs(cell.tokens);
    if ("tokens" in token && token.tokens) yield* hrefs(token.tokens);
  }
}

interface At {
  readonly depth: number;
  readonly links: Lexer["tokens"]["links"];
  readonly used: ReadonlySet<string>;
  readonly inItem: boolean;
}
const deeper = (at: At): At => ({ ...at, depth: at.depth + 1 });
const blocks = (tokens: readonly Token[], at: At): Block[] => tokens.flatMap((token) => block(known(token), at));

function block(token: MarkedToken, at: At): Block[] {
  if (at.depth > MAX_DEPTH) return token.raw.trim() === "" ? [] : [asText(token.raw)];
  switch (token.type) {
    case "space":
    // The item says it.
    case "checkbox":
      return [];
    case "def":
      return at.used.has(token.href) ? [] : [asText(token.raw)];
    case "heading":
      return [{ type: "heading", attrs: { level: token.depth }, content: inlines(token.tokens, [], at.depth) }];
    case "code":
      return [code(token.text, token.lang ?? "")];
    case "blockquote":
      return [quote(token, at)];
    case "list":
      return [list(token, { ...deeper(at), inItem: true })];
    case "hr":
      return [{ type: "horizontalRule" }];
    case "table":
      return [table(token, at)];
    case "html":
      return [asText(token.raw)];
    case "paragraph":
      // In an item an address is a link only.
      return [(at.inItem ? undefined : embed(token)) ?? paragraph(inlines(token.tokens, [], at.depth))];
    case "text":
      return [paragraph(inlines(token.tokens ?? [token], [], at.depth))];
    default:
      return [asText(token.raw)];
  }
}

function code(given: string, language: string): Block {
  const text = given.replace(/\s*\n$/, "").replace(/\n+$/, "");
  return { type: "codeBlock", attrs: { language: language.trim() || null }, content: text === "" ? [] : [{ type: "text", text }] };
}

function embed({ tokens }: Tokens.Paragraph | Tokens.Generic): Block | undefined {
  const [only, more] = (tokens ?? []).map(known);
  if (only?.type !== "link" || more || only.href !== only.text || !only.raw.startsWith("http")) return undefined;
  return embedOf(only.href) ? { type: "embed", attrs: { url: only.href } } : undefined;
}

function quote(token: Tokens.Blockquote, at: At): Block {
  const [marker, kind] = CALLOUT.exec(token.text) ?? [];
  const inside =
    marker !== undefined && kind !== undefined
      ? lexed(token.text.slice(marker.length), at.depth + 1, at.links, at.inItem)
      : blocks(token.tokens, deeper(at));
  const content = inside.length > 0 ? inside : [paragraph([])];
  return kind === undefined ? { type: "blockquote", content } : { type: "callout", attrs: { kind: kind.toLowerCase() }, content };
}

function list(token: Tokens.List, at: At): Block {
  const content = token.items.map((item): Block => {
    const inside = blocks(item.tokens, at);
    const first = inside[0]?.type === "paragraph" ? [] : [paragraph([])];
    return { type: "listItem", attrs: { checked: item.task ? item.checked === true : null }, content: [...first, ...inside] };
  });
  if (!token.ordered) return { type: "bulletList", content };
  return { type: "orderedList", attrs: { start: typeof token.start === "number" ? token.start : 1 }, content };
}

function table(token: Tokens.Table, at: At): Block {
  const row = (cells: readonly Tokens.TableCell[], type: string): Block => ({
    type: "tableRow",
    content: cells.map((cell) => ({ type, attrs: { align: cell.align }, content: [paragraph(inlines(cell.tokens, [], at.depth))] })),
  });
  return { type: "table", content: [row(token.header, "tableHeader"), ...token.rows.map((cells) => row(cells, "tableCell"))] };
}

/** Neighbouring pieces of text (around escapes and raw tags) become one. */
function inlines(tokens: readonly Token[] | undefined, marks: readonly Mark[], depth: number): Block[] {
  const out: Block[] = [];
  for (const node of (tokens ?? []).flatMap((token) => inline(known(token), marks, depth + 1))) {
    const before = out.at(-1);
    if (node.type === "text" && before?.type === "text" && sameMarks(before.marks, node.marks))
      out[out.length - 1] = { ...before, text: `${before.text}${node.text}` };
    else out.push(node);
  }
  return out;
}
export const sameMarks = (a: readonly Mark[] = [], b: readonly Mark[] = []): boolean => {
  const key = (marks: readonly Mark[]) => marks.map((mark) => JSON.stringify([mark.type, mark.attrs?.href, mark.attrs?.title])).toSorted();
  return key(a).join() === key(b).join();
};

function inline(token: MarkedToken, marks: readonly Mark[], depth: number): Block[] {
  if (depth > MAX_DEPTH) return words(token.raw, marks);
  switch (token.type) {
    case "text":
      return "tokens" in token && token.tokens ? inlines(token.tokens, marks, depth) : words(unescapeEntities(token.text), marks);
    case "escape":
      return words(token.text, marks);
    case "codespan":
      return words(token.text, [...marks, { type: "code" }]);
    case "br":
      return [{ type: "hardBreak" }];
    case "strong":
      return inlines(token.tokens, and(marks, { type: "bold" }), depth);
    case "em":
      return inlines(token.tokens, and(marks, { type: "italic" }), depth);
    case "del":
      return inlines(token.tokens, and(marks, { type: "strike" }), depth);
    case "link":
      return link(token, marks, depth);
    case "image":
      return image(token, marks);
    case "html":
      return lines(token.raw, marks);
    case "checkbox":
      return [];
    default:
      return words(token.raw, marks);
  }
}
const and = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];

function link(token: Tokens.Link, marks: readonly Mark[], depth: number): Block[] {
  const href = linkable(unescapeEntities(token.href));
  const title = token.title ? unescapeEntities(token.title) : null;
  const inside = href === undefined ? [] : inlines(token.tokens, and(marks, { type: "link", attrs: { href, title } }), depth);
  // A link without words, or one that must not be opened, stays as it was written.
  return inside.some(({ type, text }) => type === "image" || (text ?? "").trim() !== "") ? inside : words(token.raw, marks);
}
function image(token: Tokens.Image, marks: readonly Mark[]): Block[] {
  const src = showable(unescapeEntities(token.href));
  if (src === undefined) return words(token.raw, marks);
  const alt = unescapeEntities(token.text).replaceAll(/\s+/g, " ");
  return [
    { type: "image", attrs: { src, alt, title: token.title ? unescapeEntities(token.title) : null }, ...(marks.length > 0 && { marks }) },
  ];
}

// A line of the source is no line of the text: only a break is one.
const words = (text: string, marks: readonly Mark[]): Block[] =>
  text === "" ? [] : [{ type: "text", text: text.replaceAll(/[^\S\n]*\n[^\S\n]*/g, " "), ...(marks.length > 0 && { marks }) }];
const lines = (raw: string, marks: readonly Mark[]): Block[] =>
  raw.split("\n").flatMap((row, i) => [...(i > 0 ? [{ type: "hardBreak" }] : []), ...words(row.trim() === "" ? "" : row, marks)]);
