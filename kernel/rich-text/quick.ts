// What can be said about a message without a Markdown parser: whether it needs one, its links, its plain beginning.
import { type RichText, safeHref } from "./tree.ts";

// Any sign that Markdown might change how the text looks. A false alarm only costs loading the parser.
const SIGNS = /[*_`~\\]|!?\[[^\]]*\]|^ {0,3}(?:#{1,6} |>|[-+] |\d{1,9}[.)] |={2,}|-{2,})|^(?: {4}|\t)|\||&#?\w{1,31};|<\w+:|\bwww\.|\w@\w/m;

/** Whether the text holds signs of Markdown; without them `autolinked` shows the same as `parse`. */
export const looksRich = (markdown: string): boolean => SIGNS.test(markdown);

const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"']+/gi;

/** Plain text as a tree: line breaks kept, http and https addresses linked. */
export function autolinked(text: string): RichText[] {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => ({
      type: "paragraph",
      children: part.split("\n").flatMap((row, i) => [...(i > 0 ? [{ type: "br" } as const] : []), ...linkRow(row)]),
    }));
}

function linkRow(row: string): RichText[] {
  const out: RichText[] = [];
  let end = 0;
  for (const match of row.matchAll(URL_IN_TEXT)) {
    const href = withoutTail(match[0]);
    if (!safeHref(href)) continue;
    if (match.index > end) out.push({ type: "text", text: row.slice(end, match.index) });
    out.push({ type: "link", href, children: [{ type: "text", text: href }] });
    end = match.index + href.length;
  }
  if (end < row.length) out.push({ type: "text", text: row.slice(end) });
  return out;
}

/** Sentence punctuation after an address belongs to the sentence; a closing bracket does unless it was opened inside. */
function withoutTail(url: string): string {
  let text = url;
  for (;;) {
    const last = text.at(-1) ?? "";
    const lone = last === ")" && text.split("(").length < text.split(")").length;
    if (!lone && !".,:;!?*".includes(last)) return text;
    text = text.slice(0, -1);
  }
}

/** A one-line beginning of a Markdown text without its signs, at most `max` characters, for previews. Never parsed, never HTML. */
export function plain(markdown: string, max: number): string {
  // A bounded piece is enough for a preview and keeps the patterns cheap for any input.
  const text = markdown
    .slice(0, max * 4 + 400)
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
