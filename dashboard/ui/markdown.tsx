// Renders message Markdown as elements. The parser is loaded only when a text contains Markdown.
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { autolinked, mayContainMarkdown } from "#kernel/rich-text/quick.ts";
import type { RichText } from "#kernel/rich-text/tree.ts";

type Parse = (markdown: string) => readonly RichText[];
let parse: Parse | undefined;

/** A message's text. Raw HTML in it is shown as text; links open in a new tab and send no referrer. */
export function Markdown({ text }: { text: string }) {
  const rich = mayContainMarkdown(text);
  const [ready, setReady] = useState<Parse | undefined>(() => parse);
  useEffect(() => {
    if (!rich || ready) return;
    let stale = false;
    void import("#kernel/rich-text/markdown.ts").then((loaded) => {
      parse = loaded.parse;
      if (!stale) setReady(() => loaded.parse);
    });
    return () => void (stale = true);
  }, [rich, ready]);
  const tree = rich && ready ? ready(text) : autolinked(text);
  return (
    <div dir="auto" className="grid min-w-0 gap-2 wrap-anywhere">
      <Nodes nodes={tree} />
    </div>
  );
}

const Nodes = ({ nodes }: { nodes: readonly RichText[] }) => nodes.map((node, index) => <Fragment key={index}>{draw(node)}</Fragment>);

function draw(node: RichText): ReactNode {
  switch (node.type) {
    case "text":
      return node.text;
    case "br":
      return <br />;
    case "hr":
      return <hr className="border-line-strong" />;
    case "code":
      return <code className="rounded-xs bg-active px-1 py-px font-mono text-xs">{node.text}</code>;
    case "codeblock":
      return (
        <pre dir="ltr" className="overflow-x-auto rounded-sm bg-active p-2.5 font-mono text-xs" tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      );
    case "link":
      return (
        <a
          href={node.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="text-accent-text underline underline-offset-2"
        >
          <Nodes nodes={node.children} />
        </a>
      );
    case "list": {
      const items = node.children.map((item, index) => <li key={index}>{draw(item)}</li>);
      return node.ordered ? (
        <ol start={node.start} className="grid list-decimal gap-0.5 ps-6">
          {items}
        </ol>
      ) : (
        <ul className="grid list-disc gap-0.5 ps-5">{items}</ul>
      );
    }
    case "table":
      return (
        <div className="overflow-x-auto" tabIndex={0}>
          <table className="text-sm">
            <thead>
              <tr>
                {node.head.map((cell, index) => (
                  <th key={index} scope="col" className="border-b border-line-strong px-2 py-1 text-start font-semibold">
                    <Nodes nodes={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {node.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column} className="border-b border-line px-2 py-1">
                      <Nodes nodes={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "strong":
      return (
        <strong className="font-semibold">
          <Nodes nodes={node.children} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Nodes nodes={node.children} />
        </em>
      );
    case "del":
      return (
        <del>
          <Nodes nodes={node.children} />
        </del>
      );
    case "quote":
      return (
        <blockquote className="grid gap-2 border-s-2 border-line-strong ps-3 text-muted">
          <Nodes nodes={node.children} />
        </blockquote>
      );
    // A heading inside a message must not join the page's outline.
    case "heading":
      return (
        <p className="font-semibold">
          <Nodes nodes={node.children} />
        </p>
      );
    case "paragraph":
      return (
        <p>
          <Nodes nodes={node.children} />
        </p>
      );
    case "item":
      return <Nodes nodes={node.children} />;
  }
}
