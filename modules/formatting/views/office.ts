// What office programs say with styles, as tags: the marks of Google Docs and the lists of Word. Linear in the length of the HTML.

const TAG = /<(\/?)(b|strong|i|em|span)(?=[\s>])([^<>]*)>/gi;
/** Maximum nesting; what is deeper means nothing. */
const MAX_DEPTH = 100;
const MARKS: Readonly<Record<string, string>> = { b: "strong", strong: "strong", i: "em", em: "em" };

/** The same HTML with tags instead of styles for bold, italic and struck words and for lists. */
export const withTags = (html: string): string => withLists(withMarks(html));

/** A `b` whose style says that it is not bold, as the one in which Google Docs wraps each copy, means nothing. */
function withMarks(html: string): string {
  const open: { readonly tag: string; readonly marks: readonly string[] }[] = [];
  return html.replaceAll(TAG, (_, slash: string, name: string, attributes: string) => {
    const tag = name.toLowerCase();
    if (slash === "") {
      if (open.length >= MAX_DEPTH) return "";
      const marks = marksOf(tag, attributes);
      open.push({ tag, marks });
      return marks.map((mark) => `<${mark}>`).join("");
    }
    const last = open.findLastIndex((other) => other.tag === tag);
    if (last < 0) return "";
    return open
      .splice(last)
      .flatMap(({ marks }) => marks)
      .toReversed()
      .map((mark) => `</${mark}>`)
      .join("");
  });
}

function marksOf(tag: string, style: string): string[] {
  const marks = new Set<string>();
  const own = MARKS[tag];
  if (own !== undefined) marks.add(own);
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) marks.add("strong");
  else if (/font-weight:\s*(?:normal|[1-5]00)/i.test(style)) marks.delete("strong");
  if (/font-style:\s*(?:italic|oblique)/i.test(style)) marks.add("em");
  else if (/font-style:\s*normal/i.test(style)) marks.delete("em");
  if (/text-decoration(?:-line)?:[^;"']*line-through/i.test(style)) marks.add("del");
  return [...marks];
}

const LISTED = /^<p\s[^<>]*mso-list:[^;<>'"]*\blevel(\d)/i;
const MARKER = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]{0,2000}?)<!(?:--)?\[endif\](?:--)?>/i;

/** Word's lists are paragraphs with a level, and their markers are words. */
function withLists(html: string): string {
  const open: string[] = [];
  let out = "";
  const closeTo = (depth: number): void => {
    while (open.length > depth) out += `</li></${open.pop()}>`;
  };
  for (const part of html.split(/(?=<p[\s>])/i)) {
    const level = Number(LISTED.exec(part)?.[1] ?? 0);
    const end = level > 0 ? part.search(/<\/p>/i) : -1;
    if (end < 0) {
      closeTo(0);
      out += part;
      continue;
    }
    const marker = MARKER.exec(part);
    const isNumbered = /^\W*(?:\d+|[a-z]{1,4})[.)]/i.test((marker?.[1] ?? "").replaceAll(/<[^<>]*>|&\w+;/g, ""));
    const kind = isNumbered ? "ol" : "ul";
    closeTo(level);
    if (open.length === level) {
      if (open.at(-1) === kind) out += "</li>";
      else closeTo(level - 1);
    }
    while (open.length < level) {
      out += open.length < level - 1 ? `<${kind}><li>` : `<${kind}>`;
      open.push(kind);
    }
    out += `<li>${part.slice(part.indexOf(">") + 1, end).replace(MARKER, "")}`;
    const rest = part.slice(end + "</p>".length);
    if (rest.trim() === "") continue;
    closeTo(0);
    out += rest;
  }
  closeTo(0);
  return out;
}
