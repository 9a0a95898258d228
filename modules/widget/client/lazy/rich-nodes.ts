// Renders a message's Markdown tree (kernel/rich-text) as elements. A chunk of its own, with the parser. The caller passes `h` in:
// importing it here would split it into a shared chunk and cost the panel one more request.
import { parse } from "#kernel/rich-text/markdown.ts";
import type { RichText } from "#kernel/rich-text/tree.ts";
import type { Child, h as H } from "../panel/dom.ts";

const TAGS = { strong: "strong", em: "em", del: "del", quote: "blockquote", item: "li" } as const;

// The panel is drawn far more often than a message changes, so parsed trees are cached.
const trees = new Map<string, readonly RichText[]>();
const treeOf = (markdown: string): readonly RichText[] => {
  const tree = trees.get(markdown) ?? parse(markdown);
  trees.set(markdown, tree);
  return tree;
};

/** Renders a message with Markdown; `basic` renders paragraphs, links, breaks and text. */
export function rich(h: typeof H, basic: (show: (node: RichText) => Child) => (node: RichText) => Child, markdown: string): Child[] {
  const one = (node: RichText): Child => {
    switch (node.type) {
      case "code":
        return h("code", null, node.text);
      case "codeblock":
        return h("pre", { dir: "ltr", tabIndex: 0 }, h("code", null, node.text));
      case "list":
        return node.ordered ? h("ol", { start: node.start }, node.children.map(one)) : h("ul", null, node.children.map(one));
      case "table":
        return h(
          "div",
          { class: "table", tabIndex: 0 },
          h(
            "table",
            null,
            h("thead", null, row("th", node.head)),
            h(
              "tbody",
              null,
              node.rows.map((cells) => row("td", cells)),
            ),
          ),
        );
      case "heading":
        // Headings of a message must not be headings of the page.
        return h("p", { dir: "auto" }, h("strong", null, node.children.map(one)));
      case "strong":
      case "em":
      case "del":
      case "quote":
      case "item":
        return h(TAGS[node.type], null, node.children.map(one));
      case "hr":
        return h("hr", null);
      default:
        return others(node);
    }
  };
  const row = (tag: "th" | "td", cells: readonly (readonly RichText[])[]) =>
    h(
      "tr",
      null,
      cells.map((cell) => h(tag, null, cell.map(one))),
    );
  const others = basic(one);
  return treeOf(markdown).map(one);
}

export const style = `.bub :is(ul,ol){padding-inline-start:20px}
.bub ul{list-style:disc}
.bub ol{list-style:decimal}
.bub li>p+p{margin-block-start:4px}
.bub code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:color-mix(in srgb,currentColor 9%,transparent);border-radius:4px;padding:1px 4px}
.own .bub code{background:none;padding:0;font-weight:600}
.bub pre{overflow-x:auto;white-space:pre;background:color-mix(in srgb,currentColor 7%,transparent);border-radius:8px;padding:8px 10px}
.own .bub pre{background:none;padding:0}
.bub pre code{background:none;padding:0}
.bub blockquote{border-inline-start:3px solid currentColor;padding-inline-start:10px}
.bub hr{border:0;border-block-start:1px solid currentColor;opacity:.3}
.table{overflow-x:auto}
table{border-collapse:collapse;font-size:13px}
th,td{border:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:3px 8px;text-align:start}`;
