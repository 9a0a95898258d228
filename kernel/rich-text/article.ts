// Parses an article's Markdown into a tree without HTML: the syntax of messages, plus heading ids, callouts, images and embeds.
import { type FileId, isId } from "#kernel/ids/index.ts";
import { type Embed, embedOf } from "./embeds.ts";
import { reader } from "./reader.ts";
import { type RichText, safeHref } from "./tree.ts";

export const CALLOUTS = ["note", "tip", "important", "warning", "caution"] as const;
export type Callout = (typeof CALLOUTS)[number];

/** Nodes that only articles have. An image is a file of the project; an embed is a block. */
export type ArticleExtra =
  | { readonly type: "image"; readonly file: FileId; readonly alt: string }
  | ({ readonly type: "embed" } & Embed)
  | { readonly type: "callout"; readonly kind: Callout; readonly children: readonly ArticleNode[] };
export type ArticleNode = RichText<ArticleExtra>;

const FILE = /^\/files\/(fil_[0-9a-z]{26})$/;
/** The file of the project that an address names: exactly `/files/fil_…`. */
function fileOf(href: string): FileId | undefined {
  const id = FILE.exec(href)?.[1];
  return id !== undefined && isId("file", id) ? id : undefined;
}

// Help pages and anchors in the article may be linked without an origin; `//host` would be another host.
const OWN = /^(?:#[^\s]|\/help\/)[^\s\\]*$/u;
const hrefOf = (href: string): string | undefined =>
  OWN.test(href) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(href) ? href : fileOf(href) === undefined ? safeHref(href) : href;

const read = reader<ArticleExtra>({
  breaks: false,
  tasks: true,
  href: hrefOf,
  picture: (href, alt) => {
    const file = fileOf(href);
    return file === undefined ? undefined : { type: "image", file, alt };
  },
});

/**
 * Parses an article (GitHub flavoured Markdown). Raw HTML becomes text, unsafe links their text, images of other hosts links. Headings
 * begin at level 2, because the title of the page is the one of level 1.
 */
export function parseArticle(markdown: string): ArticleNode[] {
  const tree = read(markdown);
  const shift = someHeading(tree, (level) => level === 1) ? 1 : 0;
  const taken = new Map<string, number>();
  return tree.map((node) => finished(node, shift, taken, true));
}

const someHeading = (tree: readonly ArticleNode[], matches: (level: number) => boolean): boolean =>
  tree.some((node) => (node.type === "heading" && matches(node.level)) || ("children" in node && someHeading(node.children, matches)));

function finished(node: ArticleNode, shift: number, taken: Map<string, number>, top: boolean): ArticleNode {
  const all = (nodes: readonly ArticleNode[]): ArticleNode[] => nodes.map((child) => finished(child, shift, taken, false));
  switch (node.type) {
    case "heading":
      return { ...node, level: Math.min(6, Math.max(2, node.level + shift)), id: newHeadingId(plainOf(node.children), taken) };
    case "quote":
      return callout(node.children.map((child) => finished(child, shift, taken, true)));
    case "paragraph":
      return (top && embedIn(node.children)) || node;
    case "list":
    case "item":
      return { ...node, children: all(node.children) };
    default:
      return node;
  }
}

/** `> [!NOTE]` on a line of its own begins a callout; any other quote is a quote. */
function callout(children: ArticleNode[]): ArticleNode {
  const [first, ...others] = children;
  const [mark, ...rest] = first?.type === "paragraph" ? first.children : [];
  const found = mark?.type === "text" ? /^\[!(\w+)\][ \t]*(?:\n|$)/.exec(mark.text) : null;
  const kind = CALLOUTS.find((name) => name === found?.[1]?.toLowerCase());
  if (kind === undefined || found === null || mark?.type !== "text") return { type: "quote", children };
  const left = mark.text.slice(found[0].length);
  const after: ArticleNode[] = left === "" ? rest : [{ type: "text", text: left }, ...rest];
  const content: ArticleNode[] = after.length === 0 ? others : [{ type: "paragraph", children: after }, ...others];
  return { type: "callout", kind, children: content };
}

/** The embed for a paragraph that contains only the address of a video on a known host. */
function embedIn(children: readonly ArticleNode[]): ArticleNode | undefined {
  const [link, ...more] = children;
  if (link?.type !== "link" || more.length > 0) return undefined;
  const [words] = link.children;
  const embed = words?.type === "text" && words.text === link.href ? embedOf(link.href) : undefined;
  return embed && { type: "embed", ...embed };
}

/** A unique id made from the text of a heading. */
function newHeadingId(words: string, taken: Map<string, number>): string {
  const base =
    words
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "section";
  // Ids of the page itself begin with `p-`.
  const safe = base.startsWith("p-") ? `section-${base}` : base;
  let id = safe;
  // Continues from the last number for this text: counting from 1 would be quadratic in the number of equal headings.
  let n = taken.get(safe) ?? 1;
  while (taken.has(id)) id = `${safe}-${(n += 1)}`;
  taken.set(safe, n);
  if (id !== safe) taken.set(id, 1);
  return id;
}

/** The text of a tree without markup, one block a line. */
export function plainOf(tree: readonly ArticleNode[]): string {
  let out = "";
  const walk = (nodes: readonly ArticleNode[]): void => {
    for (const node of nodes) {
      switch (node.type) {
        case "text":
        case "code":
          out += node.text;
          break;
        case "codeblock":
          out += `${node.text}\n`;
          break;
        case "br":
        case "hr":
          out += "\n";
          break;
        case "image":
          out += node.alt;
          break;
        case "embed":
          out += "\n";
          break;
        case "table":
          for (const row of [node.head, ...node.rows]) {
            row.forEach((cell, i) => {
              if (i > 0) out += " ";
              walk(cell);
            });
            out += "\n";
          }
          break;
        case "paragraph":
        case "heading":
        case "item":
          walk(node.children);
          out += "\n";
          break;
        default:
          walk(node.children);
      }
    }
  };
  walk(tree);
  return out.replace(/(?<![ \t])[ \t]*\n\s*/g, "\n").trim();
}

export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}
/** The headings for a table of contents: without those inside lists, quotes and callouts. */
export const headingsOf = (tree: readonly ArticleNode[]): Heading[] =>
  tree.flatMap((node) =>
    node.type === "heading" && node.id !== undefined ? [{ id: node.id, level: node.level, text: plainOf(node.children) }] : [],
  );

/** The project's files that the text shows or links, each once. */
export function filesIn(markdown: string): FileId[] {
  // Most articles have none, so this usually saves parsing.
  if (!markdown.includes("/files/fil_")) return [];
  const found = new Set<FileId>();
  const walk = (nodes: readonly ArticleNode[]): void => {
    for (const node of nodes) {
      if (node.type === "image") found.add(node.file);
      if (node.type === "link") {
        const file = fileOf(node.href);
        if (file !== undefined) found.add(file);
      }
      if (node.type === "table") for (const row of [node.head, ...node.rows]) row.forEach(walk);
      if ("children" in node) walk(node.children);
    }
  };
  walk(read(markdown));
  return [...found];
}
