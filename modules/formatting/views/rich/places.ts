// Finds places of the document in its Markdown, and the other way round.
import type { Node as ProseNode } from "@tiptap/pm/model";
import { readMarkdown } from "./markdown/read.ts";
import type { Node } from "./markdown/tree.ts";
import { selectedIn, type Written, writeMarkdown } from "./markdown/write.ts";

interface Block {
  /** The position of its first character. */
  readonly at: number;
  readonly size: number;
}
interface Known {
  readonly written: Written;
  readonly blocks: readonly Block[];
}
const known = new WeakMap<ProseNode, Known>();
const trees = new WeakMap<ProseNode, Node>();

/** The same object for a part of the document that did not change, so that it is not written again. */
function treeOf(node: ProseNode): Node {
  const held = trees.get(node);
  if (held) return held;
  const made: Node =
    node.isTextblock || node.isText
      ? (node.toJSON() as Node)
      : { type: node.type.name, attrs: node.attrs, content: node.children.map(treeOf) };
  trees.set(node, made);
  return made;
}

export function knownOf(doc: ProseNode): Known {
  const held = known.get(doc);
  if (held) return held;
  const blocks: Block[] = [];
  doc.descendants((node, pos) => {
    if (node.isTextblock) blocks.push({ at: pos + 1, size: node.content.size });
    return !node.isTextblock;
  });
  const made = { written: writeMarkdown(treeOf(doc)), blocks };
  known.set(doc, made);
  return made;
}

/** The part of the Markdown that is selected in the document. */
export function offsetsOf(doc: ProseNode, from: number, to: number): { readonly from: number; readonly to: number } {
  const { written, blocks } = knownOf(doc);
  const place = (pos: number) => {
    const next = blocks.findIndex(({ at, size }) => at + size >= pos);
    const block = next < 0 ? blocks.length - 1 : next;
    const { at = 1, size = 0 } = blocks[block] ?? {};
    return { block, at: Math.max(0, Math.min(size, pos - at)) };
  };
  const chosen = doc.textBetween(from, to, "\n").trim();
  const shown = (node: Node): string => node.text ?? (node.content ?? []).map(shown).join(node.type === "paragraph" ? "" : "\n");
  return selectedIn(written, place(from), place(to), (part) => {
    const read = readMarkdown(part);
    return read !== undefined && shown(read).trim() === chosen;
  });
}

/** The position in the document of an offset in its Markdown. */
export function positionOf(doc: ProseNode, offset: number): number {
  const { written, blocks } = knownOf(doc);
  let best = { distance: Infinity, pos: 1 };
  written.blocks.forEach(({ after, before }, i) => {
    const block = blocks[i];
    if (!block) return;
    for (let n = 0; n <= block.size; n += 1) {
      const [low, high] = [after[n] ?? 0, before[n] ?? after[n] ?? 0];
      const distance = offset < low ? low - offset : offset > high ? offset - high : 0;
      if (distance < best.distance) best = { distance, pos: block.at + n };
    }
  });
  return best.pos;
}

/** The same place in another way to write a text. */
export function translated(offset: number, from: string, to: string): number {
  if (from === to) return offset;
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  if (offset <= start) return offset;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  if (from.length - offset <= end) return to.length - (from.length - offset);
  // Both have the same letters, whatever signs stand between them.
  const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  let letters = 0;
  for (let i = 0; i < offset; i += 1) if (isLetter(from[i])) letters += 1;
  let at = 0;
  while (at < to.length && letters > 0) if (isLetter(to[at++])) letters -= 1;
  return at;
}
