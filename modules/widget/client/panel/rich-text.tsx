/** @jsxImportSource preact */
// A message's Markdown as elements: the tree of kernel/rich-text, node by node. There is no HTML sink on this way.
import { autolinked, looksRich } from "#kernel/rich-text/quick.ts";
import type { RichText } from "#kernel/rich-text/tree.ts";
import type { ComponentChild } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

type Parser = (markdown: string) => RichText[];
let parser: Parser | undefined;
let loading: Promise<unknown> | undefined;

/** Most messages need no parser; it is fetched with the first one that does, and until then its text stands as written. */
export function Markdown({ text }: { text: string }) {
  const rich = looksRich(text);
  const [, loaded] = useState(false);
  useEffect(() => {
    if (!rich || parser) return;
    loading ??= import("#kernel/rich-text/markdown.ts").then(
      ({ parse }) => (parser = parse),
      () => (loading = undefined),
    );
    void loading.then(() => loaded(true));
  }, [rich]);
  const tree = useMemo(() => (rich && parser ? parser(text) : autolinked(text)), [text, rich, parser]);
  return <>{nodes(tree)}</>;
}

const nodes = (tree: readonly RichText[]): ComponentChild[] => tree.map(one);
const TAGS = { strong: "strong", em: "em", del: "del", quote: "blockquote", item: "li" } as const;

function one(node: RichText): ComponentChild {
  switch (node.type) {
    case "text":
      return node.text;
    case "code":
      return <code>{node.text}</code>;
    case "codeblock":
      return (
        <pre dir="ltr" tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      );
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "link":
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {nodes(node.children)}
        </a>
      );
    case "list":
      return node.ordered ? <ol start={node.start}>{nodes(node.children)}</ol> : <ul>{nodes(node.children)}</ul>;
    case "table":
      return (
        <div class="table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {node.head.map((cell) => (
                  <th>{nodes(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {node.rows.map((row) => (
                <tr>
                  {row.map((cell) => (
                    <td>{nodes(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "heading":
      // Headings of a message are not headings of the page.
      return (
        <p class="h">
          <strong>{nodes(node.children)}</strong>
        </p>
      );
    case "paragraph":
      return <p dir="auto">{nodes(node.children)}</p>;
    default: {
      const Tag = TAGS[node.type];
      return <Tag>{nodes(node.children)}</Tag>;
    }
  }
}
