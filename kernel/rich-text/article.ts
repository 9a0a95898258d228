// Parses an article's Markdown into a tree without HTML: as in messages, plus heading ids, callouts, images and embeds.
import { type FileId, isId } from "#kernel/ids/index.ts";
import { type Embed, embedOf } from "./embeds.ts";
import { reader } from "./reader.ts";
import { type RichText, safeHref } from "./tree.ts";

export const CALLOUTS = ["note", "tip", "important", "warning", "caution"] as const;
export type Callout = (typeof CALLOUTS)[number];

/** What an article has besides. A picture is an own file; an embed stands for itself, as a block. */
export type ArticleExtra =
  | { readonly type: "image"; readonly file: FileId; readonly alt: string }
  | ({ readonly type: "embed" } & Embed)
  | { readonly type: "callout"; readonly kind: Callout; readonly children: readonly ArticleNode[] };
export type ArticleNode = RichText<ArticleExtra>;

const FILE = /^\/files\/(fil_[0-9a-z]{26})$/;
/** The own file that an address names: `/files/fil_…`, nothing before or behind it. */
function fileOf(href: string): FileId | undefined {
  const id = FILE.exec(href)?.[1];
  return id !== undefined && isId("file", id) ? id : undefined;
}

// Pages of help centers and places within the article itself may be linked without an origin; `//host` is another host's.
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
 * Parses an article (GitHub flavour). Raw HTML comes out as text, unsafe links as their words, pictures of others as links.
 * The highest heading is of level 2: the page's title is the one of level 1.
 */
export function parseArticle(markdown: string): ArticleNode[] {
  const tree = read(markdown);
  const down = someHeading(tree, (level) => level === 1) ? 1 : 0;
  const taken = new Map<string, number>();
  return tree.map((node) => finished(node, down, taken, true));
}

const someHeading = (tree: readonly ArticleNode[], holds: (level: number) => boolean): boolean =>
  tree.some((node) => (node.type === "heading" && holds(node.level)) || ("children" in node && someHeading(node.children, holds)));

function finished(node: ArticleNode, down: number, taken: Map<string, number>, top: boolean): ArticleNode {
  const all = (nodes: readonly ArticleNode[]): ArticleNode[] => nodes.map((child) => finished(child, down, taken, false));
  switch (node.type) {
    case "heading":
      return { ...node, level: Math.min(6, Math.max(2, node.level + down)), id: newHeadingId(plainOf(node.children), taken) };
    case "quote":
      return callout(node.children.map((child) => finished(child, down, taken, true)));
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
  const says: ArticleNode[] = after.length === 0 ? others : [{ type: "paragraph", children: after }, ...others];
  return { type: "callout", kind, children: says };
}

/** An address of a known host that stands alone in its paragraph, written as itself. */
function embedIn(children: readonly ArticleNode[]): ArticleNode | undefined {
  const [link, ...more] = children;
  if (link?.type !== "link" || more.length > 0) return undefined;
  const [words] = link.children;
  const embed = words?.type === "text" && words.text === link.href ? embedOf(link.href) : undefined;
  return embed && { type: "embed", ...embed };
}

/** An id of the heading's words that no other heading has: the same words give the same id wherever they stand. */
function newHeadingId(words: string, taken: Map<string, number>): string {
  const base =
    words
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "section";
  // A page has ids of its own, which begin with `p-`.
  const safe = base.startsWith("p-") ? `section-${base}` : base;
  let id = safe;
  // From where the last one of these words ended: thousands of equal headings would else look at each other.
  let n = taken.get(safe) ?? 1;
  while (taken.has(id)) id = `${safe}-${(n += 1)}`;
  taken.set(safe, n);
  if (id !== safe) taken.set(id, 1);
  return id;
}

/** The words of a tree, one block a line. */
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
/** The headings that a table of contents shows: not those inside of lists, quotes and callouts. */
export const headingsOf = (tree: readonly ArticleNode[]): Heading[] =>
  tree.flatMap((node) =>
    node.type === "heading" && node.id !== undefined ? [{ id: node.id, level: node.level, text: plainOf(node.children) }] : [],
  );

/** The own files that the text shows or links, each once. */
export function filesIn(markdown: string): FileId[] {
  // Most articles have none, and this asks nothing of the parser.
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
