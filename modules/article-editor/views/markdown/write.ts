// Writes the editor's document as Markdown that parses back to the same document.
import { fenceOf } from "#dashboard/editor/markdown-pieces.ts";
import { writeInline } from "./inline.ts";
import { isBlank } from "./normal.ts";
import type { Block } from "./tree.ts";

/** The document as Markdown. Empty paragraphs have no Markdown and are left out. */
export const writeMarkdown = (doc: Block): string => sequence(doc.content ?? []);

/** Blocks with a blank line between them. `top`: not within another block. */
export function sequence(nodes: readonly Block[], top = true): string {
  return piecesOf(nodes, top).join("\n\n");
}
/** The blocks as Markdown. Of two adjacent lists the second gets another marker, else they would be one list. */
export function piecesOf(nodes: readonly Block[], top: boolean): string[] {
  let other = false;
  let before: Block | undefined;
  return nodes.flatMap((node) => {
    if (isBlank(node)) return [];
    other = before !== undefined && isList(node) && before.type === node.type ? !other : false;
    before = node;
    return [writeBlock(node, other, top)];
  });
}
export const isList = ({ type }: Block): boolean => type === "bulletList" || type === "orderedList";

/** One block as Markdown; "" for an empty one. `other`: a list directly after one of its kind. */
export function writeBlock(node: Block, other: boolean, top: boolean): string {
  const content = node.content ?? [];
  switch (node.type) {
    case "paragraph":
      return writeInline(content);
    case "heading": {
      const text = writeInline(content, true).replace(/#+$/, (signs) => `\\${signs}`);
      return `${"#".repeat(Number(node.attrs?.["level"] ?? 2))} ${text}`;
    }
    case "codeBlock":
      return codeBlock(content.map(({ text }) => text ?? "").join(""), String(node.attrs?.["language"] ?? ""));
    case "blockquote":
      return quoted(sequence(content, false));
    case "callout":
      return callout(String(node.attrs?.["kind"]), content);
    case "bulletList":
    case "orderedList":
      return list(node, other);
    case "horizontalRule":
      return top ? "---" : "___";
    case "table":
      return table(content);
    case "embed":
      return String(node.attrs?.["url"]);
    default:
      // An inline node without a paragraph.
      return writeInline([node]);
  }
}

function codeBlock(given: string, language: string): string {
  const text = given.endsWith("\n") ? given.trimEnd() : given;
  const fence = fenceOf(text);
  return `${fence}${language.replaceAll(/[`\n\\&]/g, "").trim()}\n${text}${text === "" ? "" : "\n"}${fence}`;
}

const quoted = (text: string): string => text.replaceAll(/^(?=.)/gm, "> ").replaceAll(/^$/gm, ">");
function callout(kind: string, content: readonly Block[]): string {
  const inside = sequence(content, false);
  const head = `> [!${kind.toUpperCase()}]`;
  if (inside === "") return head;
  // Anything but a paragraph gets a blank line after the callout's head, so that no parser takes it as part of the head's paragraph.
  return `${head}\n${content.find((node) => !isBlank(node))?.type === "paragraph" ? "" : ">\n"}${quoted(inside)}`;
}

function list(node: Block, other: boolean): string {
  const items = filled(node);
  const start = Math.max(0, Number(node.attrs?.["start"] ?? 1) || 0);
  const tight = items.every(isTight);
  return items
    .map((item, i) => {
      const marker = node.type === "bulletList" ? (other ? "*" : "-") : `${Math.min(start + i, 999_999_999)}${other ? ")" : "."}`;
      return listItem(item, marker);
    })
    .join(tight ? "\n" : "\n\n");
}
const filled = ({ content = [] }: Block): Block[] => content.filter((node) => !isBlank(node));
/** Whether a list item has only a paragraph, and lists that may follow it without a blank line. */
function isTight(item: Block): boolean {
  const [first, ...rest] = filled(item);
  if (first === undefined) return true;
  if (first.type !== "paragraph") return false;
  return rest.length <= 1 && rest.every((node) => mayInterrupt(node));
}
const mayInterrupt = (node: Block): boolean => {
  if (!isList(node) || (node.type === "orderedList" && Number(node.attrs?.["start"] ?? 1) !== 1)) return false;
  const items = filled(node);
  return items.length > 0 && filled(items[0] as Block)[0]?.type === "paragraph" && items.every(isTight);
};

function listItem(item: Block, marker: string): string {
  const checked = item.attrs?.["checked"];
  const content = filled(item);
  const task = typeof checked === "boolean" && content[0]?.type === "paragraph" ? (checked ? "[x] " : "[ ] ") : "";
  const inside = task + piecesOf(content, false).join(isTight(item) ? "\n" : "\n\n");
  const indent = " ".repeat(marker.length + 1);
  return `${marker} ${inside.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)}`;
}

function table(rows: readonly Block[]): string {
  const cells = rows.map((row) => row.content ?? []);
  const width = Math.max(1, ...cells.map((row) => row.length));
  const line = (row: readonly string[]): string => `| ${Array.from({ length: width }, (_, i) => row[i] ?? "").join(" | ")} |`;
  const [head = [], ...body] = cells;
  const rule = Array.from({ length: width }, (_, i) => RULES[String(head[i]?.attrs?.["align"])] ?? "---");
  return [line(head.map(cell)), line(rule), ...body.map((row) => line(row.map(cell)))].join("\n");
}
const RULES: Readonly<Record<string, string>> = { left: ":--", center: ":-:", right: "--:" };
// In a cell every pipe is escaped, also within code. Code with a backslash before a pipe cannot be written there and becomes text.
function cell({ content = [] }: Block): string {
  const nodes = content.flatMap((node, i) => [...(i > 0 ? [{ type: "text", text: " " }] : []), ...(node.content ?? [])]);
  const safeNodes = nodes.map((node) =>
    (node.text ?? "").includes("\\|") ? { ...node, marks: (node.marks ?? []).filter(({ type }) => type !== "code") } : node,
  );
  return writeInline(safeNodes, true).replaceAll("|", "\\|");
}
