// The beginning of a message as plain text, for previews.
import { upright } from "./tree.ts";

/** A one-line beginning of a Markdown text without its signs, at most `max` characters, for previews. Never parsed, never HTML. */
export function plain(markdown: string, max: number): string {
  // A bounded piece is enough for a preview and keeps the patterns cheap for any input.
  const text = upright(markdown.slice(0, max * 4 + 400))
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
  const letters = [...text.slice(0, max * 2 + 2)];
  return letters.length > max
    ? `${letters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
    : text;
}
