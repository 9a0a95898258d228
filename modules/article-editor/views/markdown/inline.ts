// Writes the inline content of a paragraph as Markdown. Every line is read back: a mark that Markdown cannot express there is dropped,
// never a character.
import { address, codeSpan, titleIn } from "#dashboard/editor/markdown-pieces.ts";
import { escapeStart, escapeText } from "./escape.ts";
import { leavesOf, normal, sameUnits } from "./normal.ts";
import { readInline } from "./read.ts";
import type { Block, Mark } from "./tree.ts";

type Emphasis = "bold" | "italic" | "strike";
interface EmphasisStyle {
  readonly italic: "_" | "*";
  readonly without: readonly Mark["type"][];
}
const STYLES: readonly EmphasisStyle[] = [
  { italic: "_", without: [] },
  { italic: "*", without: [] },
  { italic: "_", without: ["italic"] },
  { italic: "_", without: ["strike"] },
  { italic: "_", without: ["bold", "italic", "strike"] },
  { italic: "_", without: ["bold", "italic", "strike", "code"] },
  { italic: "_", without: ["bold", "italic", "strike", "code", "link"] },
];

/** The nodes of a paragraph as Markdown, with `\` at the end of a line for a break. `oneLine`: a break becomes a space. */
export function writeInline(nodes: readonly Block[], oneLine = false): string {
  const given = normal(oneLine ? nodes.map((node) => (node.type === "hardBreak" ? { type: "text", text: " " } : node)) : nodes);
  let last = "";
  for (const style of STYLES) {
    const kept = normal(leavesOf(given).map((node) => stripped(node, style.without)));
    const text = sequence(leavesOf(kept), style, "", "");
    last = oneLine ? text : startsOfLines(text);
    if (sameUnits(normal(readInline(last)), kept)) return last;
  }
  return last;
}
const stripped = (node: Block, types: readonly Mark["type"][]): Block =>
  node.marks ? { ...node, marks: node.marks.filter(({ type }) => !types.includes(type)) } : node;
const startsOfLines = (text: string): string => text.split("\n").map(escapeStart).join("\n");

const hasMark = (node: Block | undefined, mark: Mark): boolean =>
  node?.marks?.some(({ type, attrs }) => type === mark.type && attrs?.href === mark.attrs?.href && attrs?.title === mark.attrs?.title) ??
  false;
const withoutMark = (node: Block, mark: Mark): Block => stripped(node, [mark.type]);

/** Writes leaves between the characters `before` and `after`. The mark that extends furthest is the outermost. */
function sequence(leaves: readonly Block[], style: EmphasisStyle, before: string, after: string, inLink = false): string {
  let out = "";
  for (let i = 0; i < leaves.length;) {
    const leaf = leaves[i] as Block;
    const previous = out.at(-1) ?? before;
    const [mark, end] = furthest(leaves, i);
    if (!mark) {
      out += plainLeaf(leaf, inLink, leaves[i + 1] === undefined ? after : undefined);
      i += 1;
      continue;
    }
    const run = leaves.slice(i, end).map((node) => withoutMark(node, mark));
    const next = end < leaves.length ? firstSign(leaves[end] as Block) : after;
    out +=
      mark.type === "link" ? link(run, mark, style, previous, next) : emphasis(run, mark.type as Emphasis, style, previous, next, inLink);
    i = end;
  }
  return out;
}
function furthest(leaves: readonly Block[], from: number): [Mark | undefined, number] {
  let best: [Mark | undefined, number] = [undefined, from];
  // Of marks that extend equally far, the first in this order is outside, so that the result does not depend on their order.
  for (const type of ["link", "bold", "italic", "strike"] as const) {
    const mark = leaves[from]?.marks?.find((one) => one.type === type);
    if (!mark) continue;
    let end = from + 1;
    while (end < leaves.length && hasMark(leaves[end], mark)) end += 1;
    if (end > best[1]) best = [mark, end];
  }
  return best;
}
const firstSign = (node: Block): string => (node.type === "text" ? (node.text?.[0] ?? "") : node.type === "hardBreak" ? "\n" : "!");

function emphasis(run: readonly Block[], type: Emphasis, style: EmphasisStyle, before: string, after: string, inLink: boolean): string {
  const sign = type === "bold" ? "**" : type === "strike" ? "~~" : style.italic;
  return `${sign}${sequence(run, style, sign.at(-1) ?? before, sign[0] ?? after, inLink)}${sign}`;
}

const BARE = /^https?:\/\/[^\s<>*_~`[\]()|\\'"&]*[a-z\d/]$/i;
function link(run: readonly Block[], mark: Mark, style: EmphasisStyle, before: string, after: string): string {
  const { href, title } = mark.attrs ?? { href: "", title: null };
  const [only, more] = run;
  const text = !more && only?.type === "text" && (only.marks ?? []).length === 0 ? only.text : undefined;
  if (title === null && text !== undefined && (href === text || href === `mailto:${text}`)) {
    if (href === text && BARE.test(text) && /^$|\s|\(/.test(before) && /^$|[\s.,;:!?)]/.test(after)) return text;
    if (!/[\s<>\\`*_~[\]]/.test(text) && /^https?:|@/.test(text)) return `<${text}>`;
  }
  return `[${sequence(run, style, "[", "]", true)}](${address(href)}${title === null ? "" : ` "${titleIn(title)}"`})`;
}
function plainLeaf(leaf: Block, inLink: boolean, after: string | undefined): string {
  if (leaf.type === "hardBreak") return "\\\n";
  if (leaf.type === "image") return image(leaf);
  const text = leaf.text ?? "";
  if (leaf.marks?.some(({ type }) => type === "code")) return codeSpan(text);
  // Whether the last character needs a backslash depends on the following one.
  return escapeText(text, inLink, after);
}
function image({ attrs = {} }: Block): string {
  const alt = String(attrs["alt"] ?? "").replaceAll(/[[\]]/g, "\\$&");
  const title = typeof attrs["title"] === "string" && attrs["title"] !== "" ? ` "${titleIn(attrs["title"])}"` : "";
  return `![${alt.replaceAll(/&(?=#?\w{1,31};)/g, "&amp;")}](${address(String(attrs["src"]))}${title})`;
}
