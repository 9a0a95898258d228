// Reads a message's Markdown as the document of the formatted field, with every line, blank line and space at the end of a line.
import { type Block, blocksOf, type Item, type List } from "#kernel/rich-text/read/blocks.ts";
import { type Flavour, inlines, named } from "#kernel/rich-text/read/inlines.ts";
import type { Definitions } from "#kernel/rich-text/read/links.ts";
import { type RichText, safeHref } from "#kernel/rich-text/tree.ts";
import { joined, type Mark, type Node, paragraph, textNode } from "./tree.ts";

interface Address {
  readonly type: "address";
  readonly href: string;
  readonly title: string | null;
  readonly raw: string;
  readonly bare: boolean;
  readonly children: Inline[];
}
type Inline = RichText<Address>;

/** The document; undefined if it cannot hold everything that the text has: headings, tables, rules, definitions of links. */
export function readMarkdown(markdown: string): Node | undefined {
  const source = markdown.replaceAll(/\r\n?/g, "\n");
  const rows = source.split("\n");
  const links: Definitions = new Map();
  const reading = new Reading(rows, links);
  const content = reading.flow(blocksOf(source, links), 0, rows.length - 1, "top");
  return reading.fits ? { type: "doc", content } : undefined;
}

const holdsLines = ({ type }: Block): boolean => type === "paragraph" || type === "html" || type === "definition";

class Reading {
  fits = true;
  #unsafe: string[] = [];
  readonly #rows: readonly string[];
  readonly #links: Definitions;
  readonly #flavour: Flavour<Address>;

  constructor(rows: readonly string[], links: Definitions) {
    this.#rows = rows;
    this.#links = links;
    this.#flavour = {
      breaks: true,
      href: (href) => {
        const safe = safeHref(href);
        if (safe === undefined) this.#unsafe.push(href);
        return safe;
      },
      link: (link, children) => ({ ...link, type: "address", children }),
      picture: () => undefined,
    };
  }

  /** The blocks between two rows. Blank rows are empty paragraphs, except one that has to follow a list, a quote or code. */
  flow(blocks: readonly Block[], first: number, last: number, where: "top" | "quote" | "item"): Node[] {
    const out: Node[] = [];
    let next = first;
    let isAfterBlock = false;
    const addBlank = (end: number): void => {
      for (let row = next + (isAfterBlock ? 1 : 0); row < end; row += 1) out.push(...typed(where === "top" ? (this.#rows[row] ?? "") : ""));
    };
    for (const block of blocks) {
      if (where !== "item" || out.length > 0) addBlank(block.first);
      out.push(...this.#block(block, where));
      isAfterBlock = !holdsLines(block);
      next = block.last + 1;
    }
    if (where !== "item") addBlank(last + 1);
    return out.length > 0 ? out : [paragraph()];
  }

  #block(block: Block, where: "top" | "quote" | "item"): Node[] {
    switch (block.type) {
      case "paragraph":
        return this.#lines(block.text, where === "top" ? this.#rows.slice(block.first, block.last + 1) : []);
      case "html":
        return typed(block.text);
      case "definition":
        // One that cannot be a link is text that somebody wrote, such as the log line `[ERROR]: timeout`.
        if (safeHref(named(block.href)) !== undefined) this.fits = false;
        return typed(block.text);
      case "quote":
        return [{ type: "blockquote", content: this.flow(block.children, block.first, block.last, "quote") }];
      case "list":
        return [this.#list(block)];
      case "code": {
        const text = block.text.endsWith("\n") || block.text.trim() === "" ? block.text.trimEnd() : block.text;
        return [{ type: "codeBlock", attrs: { language: block.language || null }, ...(text !== "" && { content: [textNode(text)] }) }];
      }
      default:
        this.fits = false;
        return [];
    }
  }

  #list(list: List): Node {
    const content = list.children.map((item) => this.#item(item));
    if (!list.ordered) return { type: "bulletList", content };
    const row = this.#rows[list.first] ?? "";
    const sign = [...row.matchAll(/(\d{1,9})([.)])(?=[ \t]|$)/g)].find(([, number]) => Number(number) === list.start)?.[2] ?? ".";
    return { type: "orderedList", attrs: { start: list.start, sign }, content };
  }
  #item(item: Item): Node {
    const inside = this.flow(item.children, item.first, item.last, "item");
    return { type: "listItem", content: inside[0]?.type === "paragraph" ? inside : [paragraph(), ...inside] };
  }

  /** `rows`: as they were typed, with the spaces around them. */
  #lines(text: string, rows: readonly string[]): Node[] {
    const lines = this.inlineLines(text);
    if (rows.length !== lines.length) return lines.map(paragraph);
    return lines.map((nodes, i) => {
      const row = rows[i] ?? "";
      const ends = /^([ \t]*).*?([ \t]*)$/s.exec(row);
      return paragraph(joined([textNode(ends?.[1] ?? ""), ...nodes, textNode(ends?.[2] ?? "")]));
    });
  }

  inlineLines(text: string): Node[][] {
    const lines: Node[][] = [[]];
    const add = (nodes: readonly Inline[], marks: readonly Mark[]): void => {
      for (const node of nodes) {
        if (node.type === "br") lines.push([]);
        else if (node.type === "text") lines.at(-1)?.push(textNode(node.text, marks));
        else if (node.type === "code") lines.at(-1)?.push(textNode(node.text, and(marks, { type: "code" })));
        else if (node.type === "strong") add(node.children, and(marks, { type: "bold" }));
        else if (node.type === "em") add(node.children, and(marks, { type: "italic" }));
        else if (node.type === "del") add(node.children, and(marks, { type: "strike" }));
        else if (node.type === "address") {
          const { href, title, raw, bare, children } = node;
          const [only] = children;
          // A bare address is a link wherever it is shown; here it is text that can be edited.
          const isText = bare && only?.type === "text" && only.text === raw;
          add(children, isText ? marks : and(marks, { type: "link", attrs: { href, title } }));
        }
      }
    };
    this.#unsafe = [];
    add(inlines(text, this.#links, this.#flavour), []);
    // The address of a link that must not be opened would get lost.
    const shown = this.#unsafe.length > 0 ? lines.map((line) => line.map((node) => node.text).join("")).join("\n") : "";
    if (this.#unsafe.some((href) => !shown.includes(href))) this.fits = false;
    return lines.map(joined);
  }
}

const typed = (text: string): Node[] => text.split("\n").map((row) => paragraph(row === "" ? [] : [textNode(row)]));
const and = (marks: readonly Mark[], mark: Mark): readonly Mark[] =>
  marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];
