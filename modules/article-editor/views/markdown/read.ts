// Parses Markdown into the editor's document. Anything the editor has no node for stays as its text: nothing is lost, and HTML never
// becomes an element.
import { embedOf } from "#kernel/rich-text/embeds.ts";
import { blocksOf, type Block as Written } from "#kernel/rich-text/read/blocks.ts";
import { type Flavour, inlines as read, typedLines } from "#kernel/rich-text/read/inlines.ts";
import type { Definitions } from "#kernel/rich-text/read/links.ts";
import type { RichText } from "#kernel/rich-text/tree.ts";
import { linkable } from "#dashboard/editor/linkable.ts";
import { type Block, type Mark, showable } from "./tree.ts";

const CALLOUT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][^\S\n]*(?:\n|$)/i;
const TASK = /^\[([ xX])\](?=\s)/;

/** Fields of links and images that the editor keeps besides the rendered ones. */
type Kept =
  | { readonly type: "address"; readonly href: string; readonly title: string | null; readonly raw: string; readonly children: Node[] }
  | { readonly type: "picture"; readonly src: string; readonly alt: string; readonly title: string | null; readonly raw: string };
type Node = RichText<Kept>;

const FLAVOUR: Flavour<Kept> = {
  breaks: false,
  href: (href) => href,
  link: ({ href, title, raw }, children) => ({ type: "address", href, title, raw, children }),
  picture: (src, alt, title, raw) => ({ type: "picture", src, alt, title, raw }),
};

/** Parses Markdown into a document. */
export function readMarkdown(markdown: string): Block {
  const links: Definitions = new Map();
  const blocks = blocksOf(markdown.replaceAll("\0", ""), links);
  const content = new Reading(links).document(blocks);
  return { type: "doc", content: content.length > 0 ? content : [paragraph([])] };
}
/** Parses one line of Markdown into inline nodes. */
export const readInline = (markdown: string): Block[] => inlines(read(markdown, new Map(), FLAVOUR), []);

const paragraph = (content: readonly Block[]): Block => ({ type: "paragraph", content });
const asText = (raw: string): Block => paragraph(inlines(typedLines(raw.trim()), []));

class Reading {
  readonly #links: Definitions;
  /** Addresses of the text's links. A definition with another address is unused and would get lost, so it stays as text. */
  readonly #used = new Set<string>();

  constructor(links: Definitions) {
    this.#links = links;
  }

  document(blocks: readonly Written[]): Block[] {
    if (this.#links.size > 0) for (const block of blocks) this.#note(block);
    return this.#blocks(blocks, false);
  }

  #read(text: string): Node[] {
    return read(text, this.#links, FLAVOUR);
  }

  #note(block: Written): void {
    const visit = (nodes: readonly Node[]): void => {
      for (const node of nodes) {
        if (node.type === "address") this.#used.add(node.href);
        if (node.type === "picture") this.#used.add(node.src);
        if ("children" in node) visit(node.children);
      }
    };
    if (block.type === "paragraph" || block.type === "heading") visit(this.#read(block.text));
    else if (block.type === "table") for (const row of block.rows) for (const cell of row) visit(this.#read(cell));
    else if (block.type === "quote") for (const child of block.children) this.#note(child);
    else if (block.type === "list") for (const item of block.children) for (const child of item.children) this.#note(child);
  }

  #blocks(blocks: readonly Written[], inItem: boolean): Block[] {
    return blocks.flatMap((block) => this.#block(block, inItem));
  }

  #block(block: Written, inItem: boolean): Block[] {
    switch (block.type) {
      case "definition":
        return this.#used.has(block.href) ? [] : [asText(block.text)];
      case "heading":
        return [{ type: "heading", attrs: { level: block.level }, content: inlines(this.#read(block.text), []) }];
      case "code":
        return [code(block.text, block.language)];
      case "quote":
        return [this.#quote(block, inItem)];
      case "list":
        return [this.#list(block)];
      case "hr":
        return [{ type: "horizontalRule" }];
      case "table":
        return [this.#table(block)];
      case "html":
        return [asText(block.text)];
      default: {
        const nodes = this.#read(block.text);
        // In a list item an address is only a link, never a video.
        return [(inItem ? undefined : embed(nodes)) ?? paragraph(inlines(nodes, []))];
      }
    }
  }

  #quote({ children }: Written & { type: "quote" }, inItem: boolean): Block {
    const [first, ...rest] = children;
    const [marker, kind] = first?.type === "paragraph" ? (CALLOUT.exec(first.text) ?? []) : [];
    const left = first?.type === "paragraph" && marker !== undefined ? first.text.slice(marker.length) : "";
    const blocks =
      first === undefined || marker === undefined ? children : left === "" ? rest : [{ ...first, text: left } as Written, ...rest];
    const inside = this.#blocks(blocks, inItem);
    const content = inside.length > 0 ? inside : [paragraph([])];
    return kind === undefined ? { type: "blockquote", content } : { type: "callout", attrs: { kind: kind.toLowerCase() }, content };
  }

  #list({ ordered, start, children }: Written & { type: "list" }): Block {
    const content = children.map((item): Block => {
      const [head, ...rest] = item.children;
      const done = head?.type === "paragraph" ? TASK.exec(head.text)?.[1] : undefined;
      const blocks =
        head?.type === "paragraph" && done !== undefined ? [{ ...head, text: head.text.slice(3).trimStart() }, ...rest] : item.children;
      const inside = this.#blocks(blocks, true);
      const first = inside[0]?.type === "paragraph" ? [] : [paragraph([])];
      return { type: "listItem", attrs: { checked: done === undefined ? null : done !== " " }, content: [...first, ...inside] };
    });
    return ordered ? { type: "orderedList", attrs: { start }, content } : { type: "bulletList", content };
  }

  #table({ rows, align }: Written & { type: "table" }): Block {
    const row = (cells: readonly string[], type: string): Block => ({
      type: "tableRow",
      content: align.map((side, i) => ({
        type,
        attrs: { align: side },
        content: [paragraph(inlines(this.#read(cells[i] ?? ""), []))],
      })),
    });
    return { type: "table", content: rows.map((cells, i) => row(cells, i === 0 ? "tableHeader" : "tableCell")) };
  }
}

function code(given: string, language: string): Block {
  const text = given.endsWith("\n") || given.trim() === "" ? given.trimEnd() : given;
  return { type: "codeBlock", attrs: { language: language || null }, content: text === "" ? [] : [{ type: "text", text }] };
}

function embed([only, more]: readonly Node[]): Block | undefined {
  if (only?.type !== "address" || more || only.href !== only.raw || !only.raw.startsWith("http")) return undefined;
  return embedOf(only.href) ? { type: "embed", attrs: { url: only.href } } : undefined;
}

/** Converts inline nodes and joins adjacent pieces of text (around breaks and raw tags). */
function inlines(nodes: readonly Node[], marks: readonly Mark[]): Block[] {
  const out: Block[] = [];
  for (const node of nodes.flatMap((one) => inline(one, marks))) {
    const before = out.at(-1);
    if (node.type === "text" && before?.type === "text" && sameMarks(before.marks, node.marks))
      out[out.length - 1] = { ...before, text: `${before.text}${node.text}` };
    else out.push(node);
  }
  return out;
}
export const sameMarks = (a: readonly Mark[] = [], b: readonly Mark[] = []): boolean => {
  const key = (marks: readonly Mark[]) => marks.map((mark) => JSON.stringify([mark.type, mark.attrs?.href, mark.attrs?.title])).toSorted();
  return a.length === b.length && (a.length === 0 || key(a).join() === key(b).join());
};

function inline(node: Node, marks: readonly Mark[]): Block[] {
  switch (node.type) {
    case "text":
      return words(node.text, marks);
    case "code":
      return words(node.text, [...marks, { type: "code" }]);
    case "br":
      return [{ type: "hardBreak" }];
    case "strong":
      return inlines(node.children, and(marks, { type: "bold" }));
    case "em":
      return inlines(node.children, and(marks, { type: "italic" }));
    case "del":
      return inlines(node.children, and(marks, { type: "strike" }));
    case "address":
      return link(node, marks);
    case "picture":
      return image(node, marks);
    default:
      return [];
  }
}
const and = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];

function link({ href: found, title, raw, children }: Node & { type: "address" }, marks: readonly Mark[]): Block[] {
  const href = linkable(found);
  const inside = href === undefined ? [] : inlines(children, and(marks, { type: "link", attrs: { href, title } }));
  // A link without text, or one that must not be opened, stays as it was written.
  return inside.some(({ type, text }) => type === "image" || (text ?? "").trim() !== "") ? inside : words(raw, marks);
}
function image({ src: found, alt, title, raw }: Node & { type: "picture" }, marks: readonly Mark[]): Block[] {
  const src = showable(found);
  if (src === undefined) return words(raw, marks);
  return [{ type: "image", attrs: { src, alt: alt.replaceAll(/\s+/g, " "), title }, ...(marks.length > 0 && { marks }) }];
}

// A line break of the source is not one of the text; only a hard break is.
const words = (text: string, marks: readonly Mark[]): Block[] =>
  text === "" ? [] : [{ type: "text", text: text.replaceAll("\n", " "), ...(marks.length > 0 && { marks }) }];
