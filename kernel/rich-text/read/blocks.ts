// Parses Markdown blocks (CommonMark 0.31, sections 3 to 5, with GitHub's tables) line by line. Each line is examined once by each open
// container, of which there are at most MAX_DEPTH, so the time is linear in the length of the text.
import { htmlBlock } from "./html.ts";
import { Line } from "./line.ts";
import { type Definitions, definitionAt } from "./links.ts";
import { type Align, cellsOf, delimiterRow } from "./table.ts";

/** Maximum nesting of quotes and lists. Deeper markers are shown as text. */
const MAX_DEPTH = 16;
/** Maximum number of empty cells that are added to rows shorter than the header. After it rows keep the cells that they have. */
const MAX_FILLED = 10_000;

interface Place {
  /** First and last line, which show whether an empty line lies between two blocks. */
  readonly first: number;
  last: number;
}
export interface Paragraph extends Place {
  readonly type: "paragraph";
  text: string;
}
export type Block =
  | Paragraph
  | (Place & { readonly type: "heading"; readonly level: number; readonly text: string })
  | (Place & { readonly type: "code"; readonly language: string; text: string })
  | (Place & { readonly type: "html"; text: string })
  | (Place & { readonly type: "hr" })
  /** A link reference definition; `text`: as it was typed. */
  | (Place & { readonly type: "definition"; readonly href: string; readonly text: string })
  | (Place & { readonly type: "table"; readonly align: readonly Align[]; readonly rows: (readonly string[])[] })
  | (Place & { readonly type: "quote"; readonly children: Block[] })
  | List;
export interface List extends Place {
  readonly type: "list";
  readonly ordered: boolean;
  readonly start: number;
  /** Whether empty lines lie between its items or within one. */
  loose: boolean;
  readonly children: Item[];
}
export interface Item extends Place {
  readonly type: "item";
  readonly children: Block[];
}

type Container =
  | { readonly kind: "root"; readonly children: Block[] }
  | { readonly kind: "quote"; readonly block: Place; readonly children: Block[] }
  | { readonly kind: "list"; readonly block: List; readonly sign: string }
  | { readonly kind: "item"; readonly block: Item; readonly children: Block[]; readonly indent: number };
/** An open block that contains lines and no blocks. */
type Leaf =
  | { readonly kind: "paragraph"; readonly block: Paragraph; readonly rows: string[] }
  | {
      readonly kind: "fence";
      readonly block: Block;
      readonly rows: string[];
      readonly sign: string;
      readonly length: number;
      readonly indent: number;
    }
  | { readonly kind: "indented"; readonly block: Block; readonly rows: string[] }
  | { readonly kind: "html"; readonly block: Block; readonly rows: string[]; readonly ends: RegExp | null }
  | { readonly kind: "table"; readonly block: Extract<Block, { type: "table" }>; readonly rows: string[] };

const LINE_CONSUMED = -1;

const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const BULLET = /^(?:([*+-])|(\d{1,9})([.)]))(?=[ \t]|$)/;

/** Parses the blocks of a text. Link reference definitions of the whole text are added to `links`. */
export function blocksOf(markdown: string, links: Definitions): Block[] {
  const parser = new BlockParser(links);
  markdown
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .forEach((row, i) => parser.addLine(row, i));
  return parser.finish();
}

class BlockParser {
  readonly #links: Definitions;
  readonly #root: Container & { kind: "root" } = { kind: "root", children: [] };
  #open: Container[] = [this.#root];
  #leaf: Leaf | undefined;
  #depth = 0;
  #filled = 0;
  #row = 0;

  constructor(links: Definitions) {
    this.#links = links;
  }

  finish(): Block[] {
    this.#closeTo(0);
    return this.#root.children;
  }

  addLine(text: string, row: number): void {
    this.#row = row;
    const line = new Line(text);
    let matched = 1;
    while (matched < this.#open.length && this.#continues(this.#open[matched] as Container, line)) matched += 1;
    const all = matched === this.#open.length;
    if (all && this.#leaf !== undefined && this.#takenByLeaf(this.#leaf, line)) return;
    if (!all && this.#leaf !== undefined && this.#leaf.kind !== "paragraph") this.#closeLeaf();
    // A paragraph continues until something else begins.
    const before = this.#leaf;
    const kept = this.#starts(line, matched);
    if (kept === LINE_CONSUMED) return;
    if (line.blank) {
      // A line with only a quote marker is not an empty line for the container of the quote.
      const quoted = this.#open.findLastIndex((open, i) => i < kept && open.kind === "quote");
      this.#reach(quoted + 1);
      this.#closeTo(kept);
      return;
    }
    // Nothing began: the line continues the table, or the paragraph even without the markers of its containers (lazy continuation).
    if (before !== undefined && this.#leaf === before && (before.kind === "paragraph" || before.kind === "table")) {
      if (before.kind === "table") this.#addRow(before.block, line.rest());
      else before.rows.push(line.rest());
      this.#reach();
      return;
    }
    this.#closeTo(kept);
    this.#leaf = { kind: "paragraph", block: this.#add({ type: "paragraph", text: "", ...this.#place() }), rows: [line.rest()] };
  }

  #place(): Place {
    return { first: this.#row, last: this.#row };
  }

  /** Extends the open blocks to this line; with a number, only that many containers. */
  #reach(containers?: number): void {
    for (const open of this.#open.slice(0, containers)) if (open.kind !== "root") open.block.last = this.#row;
    if (this.#leaf !== undefined && containers === undefined) this.#leaf.block.last = this.#row;
  }

  #add<B extends Block>(block: B): B {
    // A list contains only items, so anything else ends it.
    if (this.#open.at(-1)?.kind === "list") this.#closeTo(this.#open.length - 1);
    const at = this.#open.at(-1) as Exclude<Container, { kind: "list" }>;
    at.children.push(block);
    this.#reach();
    return block;
  }

  #continues(container: Container, line: Line): boolean {
    switch (container.kind) {
      case "quote":
        if (line.indent > 3 || line.sign !== ">") return false;
        line.quoted();
        return true;
      case "item":
        if (line.blank) {
          line.skip(line.indent);
          return container.children.length > 0;
        }
        if (line.indent < container.indent) return false;
        line.skip(container.indent);
        return true;
      default:
        return true;
    }
  }

  /** Whether the open leaf takes the whole line. */
  #takenByLeaf(leaf: Leaf, line: Line): boolean {
    switch (leaf.kind) {
      case "fence": {
        const rest = line.indent <= 3 ? line.rest().trimEnd() : "";
        const ends = rest.length >= leaf.length && rest === leaf.sign.repeat(rest.length);
        if (!ends) {
          line.skip(Math.min(leaf.indent, line.indent));
          leaf.rows.push(line.all());
        }
        this.#reach();
        if (ends) this.#closeLeaf();
        return true;
      }
      case "indented":
        if (line.indent < 4 && !line.blank) break;
        line.skip(Math.min(4, line.indent));
        leaf.rows.push(line.all());
        if (!line.blank) this.#reach();
        return true;
      case "html": {
        if (leaf.ends === null && line.blank) break;
        const text = line.all();
        leaf.rows.push(text);
        if (!line.blank) this.#reach();
        if (leaf.ends?.test(text)) this.#closeLeaf();
        return true;
      }
      case "table":
        if (line.blank) break;
        return false;
      case "paragraph":
        if (line.blank) break;
        return line.indent <= 3 && this.#tableBegins(leaf, line.rest());
    }
    this.#closeLeaf();
    return false;
  }

  /** Begins a table if this is a delimiter row and the last line of the paragraph is its header. */
  #tableBegins(leaf: Leaf & { kind: "paragraph" }, row: string): boolean {
    const align = delimiterRow(row);
    const head = align === undefined ? [] : cellsOf(leaf.rows.at(-1) as string);
    if (align === undefined || head.length !== align.length) return false;
    const first = this.#row - 1;
    leaf.rows.pop();
    leaf.block.last = first - 1;
    this.#closeLeaf();
    const block = this.#add({ type: "table", align, rows: [head], first, last: this.#row });
    this.#leaf = { kind: "table", block, rows: [] };
    return true;
  }

  #addRow(table: Extract<Block, { type: "table" }>, row: string): void {
    const cells = cellsOf(row);
    const missing = table.align.length - cells.length;
    // GitHub drops cells beyond the last column; here they are kept, because no text may be lost.
    if (missing < 0) cells.push(cells.splice(table.align.length - 1).join(" | "));
    if (missing > 0 && (this.#filled += missing) <= MAX_FILLED) cells.push(...Array<string>(missing).fill(""));
    table.rows.push(cells);
  }

  /** Opens the blocks that begin on the line. Returns how many containers are open for its rest, or LINE_CONSUMED. */
  #starts(line: Line, matched: number): number {
    let kept = matched;
    for (;;) {
      if (line.blank) return kept;
      const inParagraph = this.#leaf?.kind === "paragraph";
      if (line.indent > 3) {
        if (inParagraph) return kept;
        this.#closeTo(kept);
        line.skip(4);
        this.#leaf = { kind: "indented", block: this.#add({ type: "code", text: "", language: "", ...this.#place() }), rows: [line.all()] };
        return LINE_CONSUMED;
      }
      const rest = line.rest();
      if (line.sign === ">" && this.#depth < MAX_DEPTH) {
        this.#closeTo(kept);
        line.quoted();
        const block = this.#add({ type: "quote", children: [] as Block[], ...this.#place() });
        this.#push({ kind: "quote", block, children: block.children });
      } else if (this.#leafStarts(rest, line, kept)) return LINE_CONSUMED;
      else if (!this.#itemStarts(rest, line, kept)) return kept;
      kept = this.#open.length;
    }
  }

  /** Opens a leaf other than a paragraph, if the line begins one. */
  #leafStarts(rest: string, line: Line, kept: number): boolean {
    const heading = HEADING.exec(rest);
    if (heading !== null) {
      this.#closeTo(kept);
      const text = rest.slice(heading[0].length).trim();
      const closing = text.length - withoutEnd(text, "#").length;
      const open = text.slice(0, text.length - closing);
      const cut = closing > 0 && (open === "" || /[ \t]$/.test(open));
      this.#add({ type: "heading", level: (heading[1] as string).length, text: (cut ? open : text).trim(), ...this.#place() });
      return true;
    }
    const fence = FENCE.exec(rest)?.[0];
    if (fence !== undefined) {
      this.#closeTo(kept);
      const language = /^[\w+#.-]{1,30}/.exec(rest.slice(fence.length).trim())?.[0] ?? "";
      const block = this.#add({ type: "code", text: "", language, ...this.#place() });
      this.#leaf = { kind: "fence", block, rows: [], sign: fence[0] as string, length: fence.length, indent: line.indent };
      return true;
    }
    const ends = line.sign === "<" ? htmlBlock(rest, this.#leaf?.kind === "paragraph") : undefined;
    if (ends !== undefined) {
      this.#closeTo(kept);
      const block = this.#add({ type: "html", text: "", ...this.#place() });
      const text = line.all();
      this.#leaf = { kind: "html", block, rows: [text], ends };
      if (ends?.test(text)) this.#closeLeaf();
      return true;
    }
    const leaf = this.#leaf;
    if (leaf?.kind === "paragraph" && kept === this.#open.length && UNDERLINE.test(rest)) {
      this.#define(leaf);
      if (leaf.rows.length > 0) {
        const level = rest.startsWith("=") ? 1 : 2;
        const { first } = leaf.block;
        const text = leaf.rows.join("\n").trim();
        this.#leaf = undefined;
        this.#drop(leaf.block);
        this.#add({ type: "heading", level, text, first, last: this.#row });
        return true;
      }
    }
    if (/^[*_-]/.test(rest) && RULE.test(rest)) {
      this.#closeTo(kept);
      this.#add({ type: "hr", ...this.#place() });
      return true;
    }
    return false;
  }

  #itemStarts(rest: string, line: Line, kept: number): boolean {
    const found = BULLET.exec(rest);
    if (found === null) return false;
    const [all, bullet, number, end] = found;
    const sign = bullet ?? (end as string);
    const list = this.#open[kept - 1];
    const goesOn = list?.kind === "list" && list.sign === sign;
    // Only a list that begins with 1 and is not empty interrupts a paragraph.
    const empty = rest.slice(all.length).trim() === "";
    if (this.#leaf?.kind === "paragraph" && kept === this.#open.length && (empty || (number !== undefined && Number(number) !== 1)))
      return false;
    const parent = list?.kind === "list" ? this.#depth - 1 : this.#depth;
    if (!goesOn && parent >= MAX_DEPTH) return false;
    this.#closeTo(kept);
    const indent = line.item(all.length, empty);
    if (!goesOn) {
      const block = this.#add({
        type: "list",
        ordered: bullet === undefined,
        start: number === undefined ? 1 : Number(number),
        loose: false,
        children: [] as Item[],
        ...this.#place(),
      });
      this.#push({ kind: "list", block, sign });
    }
    const into = this.#open.at(-1) as Container & { kind: "list" };
    const item: Item = { type: "item", children: [], ...this.#place() };
    into.block.children.push(item);
    this.#reach();
    this.#push({ kind: "item", block: item, children: item.children, indent });
    return true;
  }

  #push(container: Container): void {
    this.#open.push(container);
    if (container.kind !== "item") this.#depth += 1;
  }

  #closeTo(length: number): void {
    if (this.#leaf !== undefined) this.#closeLeaf();
    while (this.#open.length > Math.max(1, length)) {
      const container = this.#open.pop() as Container;
      if (container.kind !== "item") this.#depth -= 1;
      if (container.kind === "list") container.block.loose = isLoose(container.block);
    }
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    switch (leaf?.kind) {
      case "paragraph":
        this.#define(leaf);
        leaf.block.text = leaf.rows.join("\n").trim();
        if (leaf.block.text === "") this.#drop(leaf.block);
        break;
      case "fence":
        (leaf.block as Block & { text: string }).text = leaf.rows.join("\n");
        break;
      case "indented":
      case "html":
        while (leaf.rows.at(-1)?.trim() === "") leaf.rows.pop();
        (leaf.block as Block & { text: string }).text = leaf.rows.join("\n");
        break;
      default:
    }
  }

  /** Inserts blocks before the last one, which is still open. */
  #before(last: Block, blocks: readonly Block[]): void {
    const at = blocks.length === 0 ? undefined : this.#open.findLast((one) => one.kind !== "list" && one.children.at(-1) === last);
    if (at !== undefined && at.kind !== "list") at.children.splice(-1, 0, ...blocks);
  }

  /** Removes a paragraph that contained only definitions. */
  #drop(block: Block): void {
    const at = this.#open.findLast((one) => one.kind !== "list" && one.children.at(-1) === block);
    if (at !== undefined && at.kind !== "list") at.children.pop();
  }

  /** Moves the definitions at the beginning of a paragraph out of it. */
  #define(leaf: Leaf & { kind: "paragraph" }): void {
    if (!leaf.rows[0]?.startsWith("[")) return;
    const text = leaf.rows.join("\n");
    let at = 0;
    const found: Block[] = [];
    while (text[at] === "[") {
      const one = definitionAt(text, at, this.#links);
      if (one === undefined) break;
      const { first, last } = leaf.block;
      found.push({ type: "definition", href: one.href, text: text.slice(at, one.to).trimEnd(), first, last });
      at = one.to;
    }
    this.#before(leaf.block, found);
    if (at > 0) leaf.rows.splice(0, leaf.rows.length, ...(at < text.length ? [text.slice(at)] : []));
  }
}

function withoutEnd(text: string, sign: string): string {
  let to = text.length;
  while (to > 0 && text[to - 1] === sign) to -= 1;
  return text.slice(0, to);
}

const gaps = (places: readonly Place[]): boolean => places.some((place, i) => i > 0 && place.first > (places[i - 1] as Place).last + 1);
const isLoose = ({ children }: List): boolean => gaps(children) || children.some((item) => gaps(item.children));
