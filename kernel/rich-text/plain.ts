// Plain-text previews of messages.
import { withoutBidiOverrides } from "./tree.ts";

/** The beginning of a Markdown text on one line without its syntax, at most `max` characters. Not parsed and not HTML: escape it. */
export function plain(markdown: string, max: number): string {
  // A bounded piece is enough for a preview and keeps the patterns cheap for any input.
  const text = withoutBidiOverrides(markdown.slice(0, max * 4 + 400))
    .replace(/^[ \t]*(?:```|~~~).*$/gm, " ")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^[ \t]{0,3}(?:(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+)+/gm, "")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?!\w)/g, "$1")
    .replace(/(?<!\w)_(?=\S)([^_\n]*\S)_(?!\w)/g, "$1")
    .replace(/`+([^`\n]+)`+/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...text.slice(0, max * 2 + 2)];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
    : text;
}
