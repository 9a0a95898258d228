// Tidies a Markdown tree: no empty emphasis, no spaces at its edges, paragraphs instead of double line breaks.
import type { Content, MarkdownNode, Phrasing } from "./types.ts";

type Emphasis = Extract<Phrasing, { type: "strong" | "emphasis" | "delete" }>;
const isEmphasis = (node: MarkdownNode): node is Emphasis => node.type === "strong" || node.type === "emphasis" || node.type === "delete";
const text = (value: string): Phrasing => ({ type: "text", value });

// Editors insert non-breaking spaces where somebody typed two spaces; the other characters are invisible.
const clean = (value: string): string => value.replaceAll("\u00a0", " ").replaceAll(/[\u200b\u2060\ufeff\u00ad]|(?![\t\n])\p{Cc}/gu, "");

/** The blocks, tidied and without empty ones. */
export function tidied(blocks: readonly Content[]): Content[] {
  return blocks.flatMap(tidyBlock);
}

function tidyBlock(node: Content): Content[] {
  switch (node.type) {
    case "paragraph":
      return paragraphs(inline(node.children, [])).map((children) => ({ ...node, children }));
    case "heading": {
      const children = trimmed(inline(node.children, ["strong"]).map((child) => (child.type === "break" ? text(" ") : child)));
      return children.length > 0 ? [{ ...node, children }] : [];
    }
    case "list": {
      const children = node.children.flatMap((item) => {
        const within = tidied(item.children) as typeof item.children;
        return within.length > 0 ? [{ ...item, spread: false, children: within }] : [];
      });
      return children.length > 0 ? [{ ...node, spread: false, children }] : [];
    }
    case "blockquote": {
      const children = tidied(node.children) as typeof node.children;
      return children.length > 0 ? [{ ...node, children }] : [];
    }
    case "table": {
      const children = node.children.map((row) => ({
        ...row,
        children: row.children.map((cell) => ({
          ...cell,
          children: trimmed(inline(cell.children, []).map((child) => (child.type === "break" ? text(" ") : child))),
        })),
      }));
      return children.some((row) => row.children.some((cell) => cell.children.length > 0)) ? [{ ...node, children }] : [];
    }
    case "code":
      return node.value.trim() === "" ? [] : [{ ...node, value: node.value.replaceAll("\u00a0", " ").replaceAll(/[\u200b\ufeff]/g, "") }];
    case "text":
      return node.value.trim() === "" ? [] : [{ type: "paragraph", children: trimmed([text(clean(node.value))]) }];
    default:
      return [node];
  }
}

/** Joins adjacent texts and cleans emphasis; `without`: kinds of emphasis to remove. */
function inline(nodes: readonly Phrasing[], without: readonly string[]): Phrasing[] {
  const out: Phrasing[] = [];
  const push = (node: Phrasing): void => {
    const last = out.at(-1);
    if (node.type === "text" && last?.type === "text") out[out.length - 1] = text(last.value + node.value);
    else if (node.type !== "text" || node.value !== "") out.push(node);
  };
  for (const node of nodes) {
    if (node.type === "text") push(text(clean(node.value)));
    else if (node.type === "inlineCode") {
      const value = clean(node.value).replaceAll(/\s+/g, " ").trim();
      if (value !== "") push({ ...node, value });
    } else if (isEmphasis(node)) {
      const within = inline(node.children, [...without, node.type]);
      if (without.includes(node.type)) within.forEach(push);
      else tidyEmphasis(node, within).forEach(push);
    } else if (node.type === "link") {
      const children = trimmed(inline(node.children, without)).map((child) => (child.type === "break" ? text(" ") : child));
      if (children.length > 0) push({ ...node, title: null, children });
    } else push(node);
  }
  return out;
}

// Emphasis must begin and end at letters: next to a space or punctuation its delimiters would not work in Markdown.
const EDGE = /^[\s\p{P}\p{S}]*/u;
/** The spaces and punctuation after the last letter. */
function endOf(text: string): string {
  let from = text.length;
  while (from > 0) {
    const size = /[\udc00-\udfff]/.test(text[from - 1] as string) && from > 1 ? 2 : 1;
    if (!/^[\s\p{P}\p{S}]/u.test(text.slice(from - size, from))) break;
    from -= size;
  }
  return text.slice(from);
}
function tidyEmphasis(node: Emphasis, children: readonly Phrasing[]): Phrasing[] {
  const within = [...children];
  const before: Phrasing[] = [];
  const after: Phrasing[] = [];
  while (within[0]?.type === "break") before.push(within.shift() as Phrasing);
  while (within.at(-1)?.type === "break") after.unshift(within.pop() as Phrasing);
  const first = within[0];
  if (first?.type === "text") {
    const edge = EDGE.exec(first.value)?.[0] ?? "";
    if (edge !== "") {
      before.push(text(edge));
      within[0] = text(first.value.slice(edge.length));
    }
  }
  const last = within.at(-1);
  if (last?.type === "text") {
    const edge = endOf(last.value);
    if (edge !== "") {
      after.unshift(text(edge));
      within[within.length - 1] = text(last.value.slice(0, last.value.length - edge.length));
    }
  }
  const left = within.filter((child) => child.type !== "text" || child.value !== "");
  // Without text or images left, the emphasis is dropped.
  return left.length === 0 ? [...before, ...after] : [...before, { ...node, children: left } as Phrasing, ...after];
}

/** Splits at double line breaks, which old editors use for blank lines. */
function paragraphs(nodes: readonly Phrasing[]): Phrasing[][] {
  const parts: Phrasing[][] = [[]];
  let breaks = 0;
  for (const node of nodes) {
    const part = parts.at(-1) as Phrasing[];
    const blank = node.type === "text" && node.value.trim() === "";
    if (node.type === "break") breaks += 1;
    else if (!blank) {
      if (breaks >= 2) parts.push([node]);
      else part.push(node);
      breaks = 0;
      continue;
    }
    part.push(node);
  }
  return parts.map(trimmed).filter((part) => part.length > 0);
}

const isBlank = (node: Phrasing | undefined): boolean => node?.type === "break" || (node?.type === "text" && node.value.trim() === "");

/** Removes spaces and line breaks at both ends, and spaces around line breaks. */
function trimmed(nodes: readonly Phrasing[]): Phrasing[] {
  let from = 0;
  let to = nodes.length;
  while (from < to && isBlank(nodes[from])) from += 1;
  while (to > from && isBlank(nodes[to - 1])) to -= 1;
  return nodes.slice(from, to).map((node, i, all) => {
    if (node.type !== "text") return node;
    const opens = i === 0 || all[i - 1]?.type === "break";
    const closes = i === all.length - 1 || all[i + 1]?.type === "break";
    const value = opens ? node.value.trimStart() : node.value;
    return text((closes ? value.trimEnd() : value).replaceAll(/(?<![ \t])[ \t]*\n[ \t]*/g, "\n"));
  });
}
