// Recognises without a parser whether a message contains Markdown, and links the addresses in plain text.
import { type RichText, safeHref, withoutBidiOverrides } from "./tree.ts";

// Anything that might be Markdown. A false positive only costs loading the parser.
const SIGNS = /[*_`~\\]|^ {0,3}(?:#{1,6} |>|[-+] |\d{1,9}[.)] |={2,}|-{2,})|^(?: {4}|\t)|\||&#?\w{1,31};|<\w+:|\bwww\.|\w@\w/m;

/** Whether the text may contain Markdown. If not, `autolinked` gives the same result as `parse`. */
export function mayContainMarkdown(markdown: string): boolean {
  const bracket = markdown.indexOf("[");
  return (bracket >= 0 && markdown.includes("]", bracket)) || SIGNS.test(markdown);
}

const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"'\u2066-\u2069]+/gi;

/** Plain text as a tree: line breaks kept, http and https addresses linked. */
export function autolinked(text: string): RichText[] {
  return withoutBidiOverrides(text)
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

/** The address without punctuation at its end, and without a closing bracket that was not opened within it. */
function withoutTail(url: string): string {
  let to = url.length;
  let balance = 0;
  for (const char of url) balance += char === "(" ? 1 : char === ")" ? -1 : 0;
  for (;;) {
    const last = url[to - 1] ?? "";
    if (last === ")" && balance < 0) balance += 1;
    else if (last === "" || !".,:;!?*".includes(last)) return url.slice(0, to);
    to -= 1;
  }
}
