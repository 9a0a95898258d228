/** @jsxRuntime classic */
/** @jsx h */
// The nodes that plain text has: paragraphs, line breaks, links. On this way there is no HTML sink.
import type { RichText } from "#kernel/rich-text/tree.ts";
import { type Child, h } from "./dom.ts";

type Show = (node: RichText) => Child;

/** How a node of plain text is shown, its children by `show`; other nodes come out empty. */
export const basicBy =
  (show: Show) =>
  (node: RichText): Child => {
    switch (node.type) {
      case "text":
        return node.text;
      case "br":
        return <br />;
      case "link":
        return (
          <a href={node.href} target="_blank" rel="noopener noreferrer nofollow">
            {node.children.map(show)}
          </a>
        );
      case "paragraph":
        return <p dir="auto">{node.children.map(show)}</p>;
      default:
        return undefined;
    }
  };

/** Plain text as elements. */
export const basic: Show = basicBy((node) => basic(node));
