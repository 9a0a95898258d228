// Reduces Markdown to its words: links count by their text, not by their URL.

/** The target of a link or an image, also as a reference definition: `](address "title")`, `[name]: address`. */
const ADDRESS =
  /\]\((?:[^()\n]|\([^()\n]*\))*\)|^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]+\S+.*$|^>[ \t]*\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gm;

/** Replaces URLs by spaces, so that every word keeps its position. */
export const withoutAddresses = (markdown: string): string =>
  /\]\(|\]:|\[!/.test(markdown) ? markdown.replace(ADDRESS, (found) => " ".repeat(found.length)) : markdown;

/** A passage without Markdown syntax, in one line. Images in links and escaped brackets are handled. */
export function readable(markdown: string): string {
  return withoutAddresses(markdown)
    .replace(/^[ \t]*(?:```|~~~)[^\n]*$/gm, " ")
    .replace(/^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*(?:\|[ \t]*)?$/gm, " ")
    .replace(/^[ \t]{0,3}(?:(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+)+/gm, "")
    .replace(/!\[([^[\]\n]*)(?:\]|(?= {3}))/g, "$1")
    .replace(/(?<!\\)\[([^[\]\n]*)(?:\]|(?= {3}))/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]{0,400}?\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?!\w)/g, "$1")
    .replace(/(?<!\w)_(?=\S)([^_\n]*\S)_(?!\w)/g, "$1")
    .replace(/(?<!`)`+([^`\n]+)`+/g, "$1")
    .replace(/(?<![ \t])[ \t]*\|[ \t]*/g, " | ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/\|(?: \|)+/g, "|")
    .replace(/ ([.,;:!?)])/g, "$1")
    .replace(/^[ |]+|[ |]+$/g, "")
    .trim();
}
