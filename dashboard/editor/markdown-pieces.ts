// Pieces of Markdown that every editor writes the same way: addresses of links, code, fences.

/** A link's address, in `<` and `>` if its characters could end it early. */
export function address(href: string): string {
  const safe = href.replaceAll(/[\s<>\\]/g, (sign) => encodeURIComponent(sign)).replaceAll(/&(?=#?\w{1,31};)/g, "&amp;");
  return safe === "" || /[()[\]"']/.test(safe) ? `<${safe}>` : safe;
}

/** The title of a link as it stands between quotation marks. */
export const titleIn = (title: string): string =>
  title
    .replaceAll(/\s+/g, " ")
    .replaceAll(/["\\]/g, "\\$&")
    .replaceAll(/&(?=#?\w{1,31};)/g, "&amp;");

/** Inline code, with as many backticks around it as its own need. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== "" && (/^`|`$/.test(text) || /^ .* $/s.test(text)) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** The fence of a block of code that holds the text. */
export function fenceOf(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(longest + 1);
}
