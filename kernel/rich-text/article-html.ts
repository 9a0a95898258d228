// Renders an article's tree as HTML: only the tags listed here, with every text and address escaped.
import type { ArticleNode, Callout } from "./article.ts";
import { type EmbedHost, playerOf } from "./embeds.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}
/** Texts of the page itself, in the reader's language. */
export interface ArticleWords {
  readonly callout: Readonly<Record<Callout, string>>;
  readonly watch: (host: EmbedHost) => string;
  /** Accessible names of a task's checkbox: done, and not done. */
  readonly task: readonly [string, string];
}
export interface RenderOptions {
  /** Sizes of images by file id, so that the page reserves space before an image is loaded. */
  readonly sizes?: ReadonlyMap<string, Size>;
  readonly words?: ArticleWords;
}

const ENGLISH: ArticleWords = {
  callout: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" },
  watch: (host) => `Watch on ${host}`,
  task: ["Done", "To do"],
};

type Alignment = readonly ("left" | "center" | "right" | null)[];

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** A heading links to itself, so that its address can be copied. */
function headingHtml({ level, id, children }: Extract<ArticleNode, { type: "heading" }>, inside: string): string {
  if (id === undefined) return `<h${level}>${inside}</h${level}>`;
  const linked = level > 3 || children.some((child) => child.type !== "text" && child.type !== "code");
  return `<h${level} id="${escape(id)}">${linked ? inside : `<a class="an" href="#${encodeURIComponent(id)}">${inside}</a>`}</h${level}>`;
}

/** Renders the tree as HTML. Needs no sanitising, because no text is ever treated as markup. */
export function articleHtml(tree: readonly ArticleNode[], { sizes = new Map(), words = ENGLISH }: RenderOptions = {}): string {
  const all = (nodes: readonly ArticleNode[]): string => nodes.map(one).join("");
  const row = (cell: "th" | "td", cells: readonly (readonly ArticleNode[])[], align: Alignment = []): string =>
    `<tr>${cells.map((children, i) => `<${cell}${align[i] ? ` class="${align[i]}"` : ""}>${all(children)}</${cell}>`).join("")}</tr>`;
  /** The end of an item's start tag, with the checkbox if it is a task: an image with an accessible name. */
  const box = (done: boolean | undefined): string =>
    done === undefined
      ? ">"
      : ` class="task"><span class="box" role="img" aria-label="${escape(words.task[done ? 0 : 1])}">${done ? "✓" : ""}</span>`;
  const one = (node: ArticleNode): string => {
    switch (node.type) {
      case "text":
        return escape(node.text);
      case "br":
        return "<br>";
      case "hr":
        return "<hr>";
      case "code":
        return `<code>${escape(node.text)}</code>`;
      case "codeblock":
        // Code runs from left to right on every page; the tabindex lets the keyboard scroll it.
        return `<pre dir="ltr" tabindex="0"><code>${escape(node.text)}</code></pre>`;
      case "link":
        return `<a href="${escape(node.href)}">${all(node.children)}</a>`;
      case "heading":
        return headingHtml(node, all(node.children));
      case "list":
        return node.ordered
          ? `<ol${node.start === 1 ? "" : ` start="${Math.trunc(node.start)}"`}>${all(node.children)}</ol>`
          : `<ul>${all(node.children)}</ul>`;
      case "item":
        // The first paragraph of an item is rendered without a <p>.
        return `<li${box(node.done)}${node.children.map((child, i) => (i === 0 && child.type === "paragraph" ? all(child.children) : one(child))).join("")}</li>`;
      case "table":
        return `<div class="table" tabindex="0"><table><thead>${row("th", node.head, node.align)}</thead><tbody>${node.rows.map((cells) => row("td", cells, node.align)).join("")}</tbody></table></div>`;
      case "paragraph":
        return `<p>${all(node.children)}</p>`;
      case "quote":
        return `<blockquote>${all(node.children)}</blockquote>`;
      case "strong":
      case "em":
      case "del":
        return `<${node.type}>${all(node.children)}</${node.type}>`;
      case "callout":
        return `<div class="note ${node.kind}" role="note"><p class="kind">${escape(words.callout[node.kind])}</p>${all(node.children)}</div>`;
      case "image": {
        const size = sizes.get(node.file);
        const dimensions = size === undefined ? "" : ` width="${Math.round(size.width)}" height="${Math.round(size.height)}"`;
        return `<img src="/files/${escape(node.file)}" alt="${escape(node.alt)}"${dimensions} loading="lazy" decoding="async">`;
      }
      case "embed": {
        // A link to the video's page in the shape of the player. The page's script replaces it by the player on a click.
        const player = playerOf(node);
        const plays = player === undefined ? "" : ` data-player="${escape(player.src)}" data-host="${node.host}"`;
        return `<p><a class="embed" href="${escape(node.href)}"${plays} target="_blank" rel="noopener noreferrer"><span aria-hidden="true">▶</span>${escape(words.watch(node.host))}</a></p>`;
      }
      default:
        return node satisfies never;
    }
  };
  return all(tree);
}
