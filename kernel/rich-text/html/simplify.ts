// Simplifies foreign HTML in one forward pass before the parser sees it: only tags that Markdown can express, all of them closed, limited
// nesting, and only the few attributes in use. This bounds the work of everything after it, for any input.
import { calloutOf } from "./callout.ts";
import { embedOf } from "./embed.ts";

/** Maximum number of tags; after it only text is kept. */
const MAX_TAGS = 20_000;
/** Maximum nesting. Page builders nest about forty boxes. */
const MAX_DEPTH = 100;
/** Maximum nesting of lists and quotes: each level indents all its lines. */
const MAX_CONTAINERS = 8;

/** The tag that replaces each known tag. Other tags are removed and their text is kept. */
const RENAMED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "a blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr img li ol p pre strong table tbody td tfoot th thead tr ul"
      .split(" ")
      .map((name) => [name, name]),
  ),
  ...Object.fromEntries(
    "address article aside body center details fieldset figure footer form header html main nav section"
      .split(" ")
      .map((name) => [name, "div"]),
  ),
  ...{ b: "strong", i: "em", s: "del", strike: "del", kbd: "code", samp: "code", tt: "code", image: "img" },
  ...{ caption: "p", figcaption: "p", legend: "p", summary: "p", listing: "pre", dir: "ul", menu: "ul" },
};
/** Elements whose content is not text. Without an end tag, those of the first group discard the rest, as in a browser. */
const DISCARDS_REST = new Set(["script", "style", "title", "textarea", "noscript", "xmp", "noembed", "noframes", "plaintext", "iframe"]);
const DISCARDS_CONTENT = new Set([...DISCARDS_REST, "template", "object", "applet", "svg", "math", "select", "canvas", "head"]);
const VOID = new Set(["br", "hr", "img"]);
const CONTAINERS = new Set(["ul", "ol", "blockquote", "dl", "table"]);
const BLOCKS = new Set("blockquote div dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul li".split(" "));
/** Elements that a start tag closes implicitly, unless one of the second list is opened between. */
const ENDS: Readonly<Record<string, readonly [ends: readonly string[], within: readonly string[]]>> = {
  li: [["li"], ["ul", "ol"]],
  dt: [["dt", "dd"], ["dl"]],
  dd: [["dt", "dd"], ["dl"]],
  td: [
    ["td", "th"],
    ["tr", "table"],
  ],
  th: [
    ["td", "th"],
    ["tr", "table"],
  ],
  tr: [["tr"], ["table"]],
};

export type Attributes = Readonly<Record<string, string>>;
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const NAME = /[a-z][^\s/>]{0,60}/iy;
const HTML_SPACE = /[\s/]*/y;

/** The same content as well-formed HTML with few kinds of tags. Linear in the length of the input. */
export function simplifyHtml(html: string): string {
  const out: string[] = [];
  const open: string[] = [];
  const endless = new Set<string>();
  let tags = 0;
  let containers = 0;
  let at = 0;

  const has = (name: string): boolean => open.includes(name);
  const closeTo = (index: number): void => {
    while (open.length > index) {
      const name = open.pop() as string;
      if (CONTAINERS.has(name)) containers -= 1;
      out.push(`</${name}>`);
    }
  };
  const emit = (name: string, attributes: string): void => {
    out.push(`<${name}${attributes}>`);
    if (VOID.has(name)) return;
    if (CONTAINERS.has(name)) containers += 1;
    open.push(name);
  };
  const start = (tag: string, attributes: Attributes): void => {
    const media = embedOf(tag, attributes);
    if (media !== undefined && !has("pre")) {
      closeTo(open.lastIndexOf("p") < 0 ? open.length : open.lastIndexOf("p"));
      out.push(`<p data-embed="${escaped(media)}">x</p>`);
      return;
    }
    const name = RENAMED[tag];
    if (name === undefined || tags > MAX_TAGS) return;
    tags += 1;
    if (has("pre")) {
      // In code, line breaks are kept and highlighting is not.
      if (name === "br" || (BLOCKS.has(name) && !/[\n>]$/.test(out.at(-1) || out.at(-2) || ">"))) out.push("\n");
      else if (name === "code" && !has("code")) emit("code", languageOf(attributes));
      return;
    }
    if (BLOCKS.has(name) && open.at(-1) === "p") closeTo(open.length - 1);
    const rule = ENDS[name];
    if (rule !== undefined) {
      const within = Math.max(...rule[1].map((outer) => open.lastIndexOf(outer)));
      const ends = Math.max(...rule[0].map((inner) => open.lastIndexOf(inner)));
      if (ends > within) closeTo(ends);
    }
    if (name === "a" && has("a")) return;
    if (open.length >= MAX_DEPTH || (CONTAINERS.has(name) && containers >= MAX_CONTAINERS)) return;
    emit(name, kept(name, tag, attributes));
  };
  const end = (tag: string): void => {
    const name = RENAMED[tag];
    if (name === undefined || VOID.has(name)) return;
    const last = open.lastIndexOf(name);
    if (has("pre") && name !== "pre" && last < open.lastIndexOf("pre")) {
      if (BLOCKS.has(name)) out.push("\n");
      return;
    }
    // An end tag inside a cell or list item must not close elements outside of it.
    const wall = Math.max(open.lastIndexOf("td"), open.lastIndexOf("th"), open.lastIndexOf("li"));
    if (last >= 0 && (last >= wall || CONTAINERS.has(name) || name === "tr" || name === "tbody" || name === "thead")) closeTo(last);
  };
  /** Skips to behind the end tag of an element whose content is discarded. */
  const skipContent = (name: string): void => {
    if (!endless.has(name)) {
      const close = new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, "gi");
      close.lastIndex = at;
      if (close.exec(html) !== null) {
        at = close.lastIndex;
        return;
      }
      endless.add(name);
    }
    if (DISCARDS_REST.has(name)) at = html.length;
  };

  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next < 0) {
      out.push(html.slice(at));
      break;
    }
    out.push(html.slice(at, next));
    at = next + 1;
    if (html.startsWith("!--", at)) {
      const close = html.indexOf("-->", at + 1);
      at = close < 0 ? html.length : close + 3;
      continue;
    }
    const closing = html[at] === "/";
    NAME.lastIndex = closing ? at + 1 : at;
    const name = NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined) {
      if (closing || html[at] === "!" || html[at] === "?") {
        const close = html.indexOf(">", at);
        at = close < 0 ? html.length : close + 1;
      } else out.push("&lt;");
      continue;
    }
    at = NAME.lastIndex;
    const attributes = readAttributes();
    if (closing) end(name);
    else {
      start(name, attributes);
      if (DISCARDS_CONTENT.has(name)) skipContent(name);
    }
  }
  closeTo(0);
  return out.join("");

  /** Reads the attributes and moves behind the end of the tag. */
  function readAttributes(): Attributes {
    const found: Record<string, string> = {};
    for (;;) {
      HTML_SPACE.lastIndex = at;
      HTML_SPACE.exec(html);
      at = HTML_SPACE.lastIndex;
      if (at >= html.length || html[at] === ">") break;
      ATTRIBUTE.lastIndex = at;
      const match = ATTRIBUTE.exec(html);
      if (match === null) break;
      const name = (match[1] ?? "").toLowerCase();
      if (!Object.hasOwn(found, name)) found[name] = match[2] ?? match[3] ?? match[4] ?? "";
      at = ATTRIBUTE.lastIndex;
    }
    at += 1;
    return found;
  }
}

const escaped = (value: string): string => value.replaceAll('"', "&quot;");
const attribute = (name: string, value: string | undefined): string => (value === undefined ? "" : ` ${name}="${escaped(value)}"`);

function kept(name: string, tag: string, attributes: Attributes): string {
  switch (name) {
    case "a":
      return attribute("href", attributes["href"]);
    case "img":
      return attribute("src", attributes["src"] || attributes["data-src"]) + attribute("alt", attributes["alt"]);
    case "td":
    case "th":
      return attribute("colspan", attributes["colspan"]) + attribute("rowspan", attributes["rowspan"]);
    case "ol":
      return attribute("start", attributes["start"]);
    case "pre":
      return languageOf(attributes);
    case "div":
    case "p":
    case "blockquote":
      return attribute("data-callout", calloutOf(tag, attributes));
    default:
      return "";
  }
}

const LANGUAGE = /(?:^|\s)(?:(?:language|lang|brush)[-:]\s*)([\w+#.-]{1,30})/i;
/** The language of code, in the notations of the four help desks and of common highlighters. */
function languageOf(attributes: Attributes): string {
  const named = attributes["data-language"] ?? attributes["data-lang"] ?? attributes["data-code-brush"] ?? attributes["code-brush"];
  const language = /^[\w+#.-]{1,30}$/.exec(named ?? "")?.[0] ?? LANGUAGE.exec(attributes["class"] ?? "")?.[1];
  return attribute("data-language", language?.toLowerCase());
}
