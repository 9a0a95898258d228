/** @jsxRuntime classic */
/** @jsx h */
// Renders the nodes of plain text: paragraphs, line breaks, links. No HTML sink.
import type { RichText } from "#kernel/rich-text/tree.ts";
import { type Child, h } from "./dom.ts";

type Show = (node: RichText) => Child;

/** Renders a node of plain text, and its children with `show`; other nodes are empty. */
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

/** Renders plain text. */
export const basic: Show = basicBy((node) => basic(node));
