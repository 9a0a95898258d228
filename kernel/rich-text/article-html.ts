// An article's tree as HTML of a page: only tags that stand here, every text and address escaped.
import type { ArticleNode, Callout } from "./article.ts";
import type { EmbedHost } from "./embeds.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}
/** The page's own words, in the reader's language. */
export interface ArticleWords {
  readonly callout: Readonly<Record<Callout, string>>;
  readonly watch: (host: EmbedHost) => string;
}
export interface Drawing {
  /** Of the pictures, by the id of their file: a place is kept for each before it is loaded. */
  readonly sizes?: ReadonlyMap<string, Size>;
  readonly words?: ArticleWords;
}

const ENGLISH: ArticleWords = {
  callout: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" },
  watch: (host) => `Watch on ${host}`,
};

type Alignment = readonly ("left" | "center" | "right" | null)[];

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** The tree as HTML. Needs no sanitising: nothing of the text is ever taken for markup. */
export function articleHtml(tree: readonly ArticleNode[], { sizes = new Map(), words = ENGLISH }: Drawing = {}): string {
  const all = (nodes: readonly ArticleNode[]): string => nodes.map(one).join("");
  const row = (cell: "th" | "td", cells: readonly (readonly ArticleNode[])[], align: Alignment = []): string =>
    `<tr>${cells.map((children, i) => `<${cell}${align[i] ? ` class="${align[i]}"` : ""}>${all(children)}</${cell}>`).join("")}</tr>`;
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
        // Code is written from left to right, whatever the page is; it can be scrolled by keys.
        return `<pre dir="ltr" tabindex="0"><code>${escape(node.text)}</code></pre>`;
      case "link":
        return `<a href="${escape(node.href)}">${all(node.children)}</a>`;
      case "heading":
        return `<h${node.level}${node.id === undefined ? "" : ` id="${escape(node.id)}"`}>${all(node.children)}</h${node.level}>`;
      case "list":
        return node.ordered
          ? `<ol${node.start === 1 ? "" : ` start="${Math.trunc(node.start)}"`}>${all(node.children)}</ol>`
          : `<ul>${all(node.children)}</ul>`;
      case "item":
        // An item of one paragraph is a line, not a paragraph in a list.
        return `<li>${node.children.map((child, i) => (i === 0 && child.type === "paragraph" ? all(child.children) : one(child))).join("")}</li>`;
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
        const place = size === undefined ? "" : ` width="${Math.round(size.width)}" height="${Math.round(size.height)}"`;
        return `<img src="/files/${escape(node.file)}" alt="${escape(node.alt)}"${place} loading="lazy" decoding="async">`;
      }
      case "embed":
        return `<p><a class="embed" href="${escape(node.href)}" target="_blank" rel="noopener noreferrer"><span aria-hidden="true">▶</span>${escape(words.watch(node.host))}</a></p>`;
      default:
        return node satisfies never;
    }
  };
  return all(tree);
}
