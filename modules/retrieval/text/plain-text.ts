// Reduces Markdown to its words: links count by their text, not by their address.

/** Where a link or an image leads, also when it is written out below: `](address "title")`, `[name]: address`. */
const ADDRESS =
  /\]\((?:[^()\n]|\([^()\n]*\))*\)|^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]+\S+.*$|^>[ \t]*\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gm;

/** The text with spaces in the place of addresses: every word stays where it was. */
export const withoutAddresses = (markdown: string): string =>
  /\]\(|\]:|\[!/.test(markdown) ? markdown.replace(ADDRESS, (found) => " ".repeat(found.length)) : markdown;

/** Reads well in one line: a passage without Markdown's signs. A picture may be what a link says; a bracket that was escaped is one. */
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
