// Writes the document of the formatted field as a message's Markdown, and tells where each character of the document went.
import { fenceOf } from "#dashboard/editor/markdown-pieces.ts";
import { type Line, writeLines } from "./inline.ts";
import type { Node } from "./tree.ts";

/** Where the positions of a block of text went: right after the character before each, and right before the one behind it. */
export interface Offsets {
  readonly after: readonly number[];
  readonly before: readonly number[];
}
export interface Written {
  readonly text: string;
  /** By block of text (lines, code), in the order of the document. */
  readonly blocks: readonly Offsets[];
}
interface Row {
  readonly text: string;
  /** The block that the row is of, the position in it at which it begins, and its columns. */
  readonly of?: { readonly block: number; readonly from: number } & Omit<Line, "text">;
}
const BLANK: Row = { text: "" };
const isLine = ({ type }: Node): boolean => type === "paragraph";
const isList = ({ type }: Node): boolean => type === "bulletList" || type === "orderedList";
/** Spaces as code are seen. */
const isBlankLine = (node: Node): boolean =>
  isLine(node) &&
  (node.content ?? []).every(({ text = "", marks = [] }) => /^\s*$/.test(text) && !marks.some(({ type }) => type === "code"));

/** Whether nothing would be seen of the document. Lines alone are kept as they are, because somebody is writing them. */
function isBare(node: Node): boolean {
  return isBlankLine(node) || (node.type !== "codeBlock" && node.type !== "text" && !isLine(node) && (node.content ?? []).every(isBare));
}

export function writeMarkdown(doc: Node): Written {
  const writer = new Writer();
  const content = doc.content ?? [];
  const rows = writer.flow(content, false);
  if (content.some((node) => !isLine(node)) && content.every(isBare)) rows.length = 0;
  const blocks: { after: number[]; before: number[] }[] = Array.from({ length: writer.blocks }, () => ({ after: [], before: [] }));
  let at = 0;
  rows.forEach(({ text, of }, i) => {
    if (i > 0) at += 1;
    if (of) {
      of.after.forEach((column, n) => ((blocks[of.block] as Offsets & { after: number[] }).after[of.from + n] = at + column));
      of.before.forEach((column, n) => ((blocks[of.block] as Offsets & { before: number[] }).before[of.from + n] = at + column));
    }
    at += text.length;
  });
  // A block that was left out stands where the one before it ends.
  let end = 0;
  for (const { after, before } of blocks) {
    after[0] ??= end;
    before[0] ??= end;
    end = Math.max(end, after.at(-1) ?? 0, before.at(-1) ?? 0);
  }
  return { text: rows.map(({ text }) => text).join("\n"), blocks };
}

const known = new WeakMap<Node, { readonly of: readonly Node[]; readonly strip: boolean; readonly lines: readonly Line[] }>();
/** Lines that did not change are not written again. */
function linesOf(nodes: readonly Node[], strip: boolean): readonly Line[] {
  const first = nodes[0] as Node;
  const held = known.get(first);
  if (held && held.strip === strip && held.of.length === nodes.length && held.of.every((node, i) => node === nodes[i])) return held.lines;
  const lines = writeLines(nodes, strip);
  known.set(first, { of: nodes, strip, lines });
  return lines;
}

class Writer {
  /** How many blocks of text there are. */
  blocks = 0;

  flow(nodes: readonly Node[], nested: boolean): Row[] {
    const rows: Row[] = [];
    let isAfterBlock = false;
    /** A line that begins with a tag takes everything up to a blank line. */
    let isAfterTag = false;
    /** The sign of a list that an equal one would continue. */
    let listed: { readonly type: string; readonly sign: string } | undefined;
    for (let i = 0; i < nodes.length;) {
      const node = nodes[i] as Node;
      if (isLine(node)) {
        if (isAfterBlock) rows.push(BLANK);
        isAfterBlock = false;
        let to = i + 1;
        if (isBlankLine(node)) rows.push(this.#blankLine(node, nested));
        else {
          while (to < nodes.length && isLine(nodes[to] as Node) && !isBlankLine(nodes[to] as Node)) to += 1;
          const lines = this.#lines(nodes.slice(i, to), nested || listed !== undefined);
          rows.push(...lines);
          isAfterTag = lines.some(({ text }) => /^\s*</.test(text));
          listed = undefined;
        }
        i = to;
        continue;
      }
      const isAfterLine = !isAfterBlock && rows.length > 0 && rows.at(-1)?.text.trim() !== "";
      if (isAfterBlock || (isAfterLine && (isAfterTag || !mayFollowLine(node)))) rows.push(BLANK);
      if (isList(node)) {
        const sign: string = signOf(node, listed);
        listed = { type: node.type, sign };
        rows.push(...this.#list(node, sign));
      } else {
        listed = undefined;
        rows.push(...(node.type === "codeBlock" ? this.#code(node) : this.#quote(node)));
      }
      isAfterBlock = true;
      i += 1;
    }
    return rows;
  }

  #blankLine(node: Node, nested: boolean): Row {
    const spaces = (node.content ?? []).map((each) => each.text).join("");
    const text = nested ? "" : spaces;
    const columns = Array.from({ length: spaces.length + 1 }, (_, i) => (nested ? 0 : i));
    return { text, of: { block: this.blocks++, from: 0, after: columns, before: columns } };
  }
  #lines(nodes: readonly Node[], strip: boolean): Row[] {
    return linesOf(nodes, strip).map(({ text, after, before }) => ({ text, of: { block: this.blocks++, from: 0, after, before } }));
  }

  #code(node: Node): Row[] {
    const text = (node.content ?? []).map((each) => each.text).join("");
    const fence = fenceOf(text);
    const block = this.blocks++;
    let from = 0;
    const inside = text.split("\n").map((row): Row => {
      const columns = Array.from({ length: row.length + 1 }, (_, i) => i);
      const made = { text: row, of: { block, from, after: columns, before: columns } };
      from += row.length + 1;
      return made;
    });
    const language = String(node.attrs?.["language"] ?? "").replaceAll(/[^\w+#.-]/g, "");
    return [{ text: fence + language }, ...inside, { text: fence }];
  }

  #quote(node: Node): Row[] {
    return this.flow(node.content ?? [], true).map((row) => shifted(row, row.text === "" ? ">" : "> "));
  }

  #list(node: Node, sign: string): Row[] {
    const start = Math.max(0, Number(node.attrs?.["start"] ?? 1) || 0);
    return (node.content ?? []).flatMap((item, i) =>
      this.#item(item, node.type === "bulletList" ? sign : `${Math.min(start + i, 999_999_999)}${sign}`),
    );
  }
  #item(item: Node, marker: string): Row[] {
    const content = item.content ?? [];
    const from = content.findIndex((node) => !isBlankLine(node));
    const to = content.findLastIndex((node) => !isBlankLine(node));
    // Blank lines at the ends of an item have no Markdown; one that stands before something else than a line stays.
    const first = from < 0 ? content.slice(0, 1) : from > 0 && !isLine(content[from] as Node) ? [content[0] as Node] : [];
    this.blocks += from < 0 ? 0 : from - first.length;
    const rows = this.flow([...first, ...(from < 0 ? [] : content.slice(from, to + 1))], true);
    this.blocks += from < 0 ? Math.max(0, content.length - 1) : content.length - 1 - to;
    const indent = " ".repeat(marker.length + 1);
    return rows.map((row, i) => (i === 0 ? shifted(row, `${marker} `) : row.text === "" ? shifted(row, "") : shifted(row, indent)));
  }
}

/** The sign of a list: its own, unless it would continue the list before it. */
function signOf(node: Node, before: { readonly type: string; readonly sign: string } | undefined): string {
  const [own, other] = node.type === "bulletList" ? ["-", "*"] : node.attrs?.["sign"] === ")" ? [")", "."] : [".", ")"];
  return before?.type === node.type && before.sign === own ? (other as string) : (own as string);
}
/** Whether a block may stand right below a line; otherwise it would be taken as part of it. */
function mayFollowLine(node: Node): boolean {
  if (!isList(node)) return true;
  const first = node.content?.[0]?.content?.[0];
  return first !== undefined && !isBlankLine(first) && (node.type === "bulletList" || Number(node.attrs?.["start"] ?? 1) === 1);
}

function shifted({ text, of }: Row, prefix: string): Row {
  const by = (column: number): number => column + prefix.length;
  return { text: prefix + text, ...(of && { of: { ...of, after: of.after.map(by), before: of.before.map(by) } }) };
}

/** A selection of the document as part of its Markdown: with the signs around it if they all belong to it. */
export function selectedIn(
  { text, blocks }: Written,
  from: { readonly block: number; readonly at: number },
  to: { readonly block: number; readonly at: number },
  isWhole: (part: string) => boolean,
): { readonly from: number; readonly to: number } {
  const offset = (place: { block: number; at: number }, side: keyof Offsets): number => {
    const columns = blocks[place.block]?.[side] ?? [];
    return columns[place.at] ?? columns.at(-1) ?? text.length;
  };
  if (from.block === to.block && from.at === to.at) {
    const caret = offset(to, "after");
    return { from: caret, to: caret };
  }
  const all = (["before", "after"] as const).flatMap((first) =>
    (["after", "before"] as const).map((last) => ({ from: offset(from, first), to: offset(to, last) })),
  );
  return all.find((each) => isWhole(text.slice(each.from, each.to))) ?? (all[0] as { from: number; to: number });
}
