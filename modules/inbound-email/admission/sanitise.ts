// Sanitises a mail's HTML once, before it is stored: parses it as browsers do, then rebuilds it from an allowlist.
import type { FileId } from "#kernel/ids/index.ts";
import { filePath } from "#modules/files/contract";
import { fromHtml } from "hast-util-from-html";
import { sanitize, type Schema } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";

type Root = ReturnType<typeof fromHtml>;
type Nodes = Parameters<typeof sanitize>[0];
type Element = Extract<Nodes, { type: "element" }>;

/** Characters of HTML; a longer mail is shown as text. */
const MAX_HTML = 1_000_000;
/** Tags of HTML. Each costs some microseconds in each of three passes. */
const MAX_TAGS = 100_000;
/** Levels of HTML. Recursion into deeper trees would overflow the stack, ours or the browser's. */
const MAX_DEPTH = 250;

const LAYOUT = ["align", "valign", "width", "height", "bgColor", "border", "cellPadding", "cellSpacing", "style", "dir", "lang", "title"];
const schema: Schema = {
  tagNames: [
    ..."a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em".split(
      " ",
    ),
    ..."figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span".split(
      " ",
    ),
    ..."strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split(" "),
  ],
  attributes: {
    "*": LAYOUT,
    a: ["href"],
    img: ["src", "alt"],
    font: ["color", "face", "size"],
    td: ["colSpan", "rowSpan", "noWrap"],
    th: ["colSpan", "rowSpan", "noWrap"],
    ol: ["start", "type"],
    li: ["value"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"], src: ["http", "https", "cid"] },
  strip: [
    "script",
    "style",
    "title",
    "template",
    "noscript",
    "iframe",
    "object",
    "embed",
    "applet",
    "svg",
    "math",
    "form",
    "select",
    "textarea",
    "button",
    "video",
    "audio",
    "canvas",
    "xmp",
    "noembed",
    "noframes",
    "plaintext",
  ],
  ancestors: {},
  clobber: [],
  clobberPrefix: "",
  allowComments: false,
  allowDoctypes: false,
};

/** CSS properties that only format text. None that load, animate or overlay: content stays within its own box. */
const STYLES = new Set([
  ..."background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-style border-top-width border-width".split(
    " ",
  ),
  ..."color direction display font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-width min-width overflow-wrap".split(
    " ",
  ),
  ..."padding padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration text-indent text-transform vertical-align white-space width word-break word-spacing word-wrap".split(
    " ",
  ),
]);
/** CSS values: no functions except colours, no escapes, no unbalanced quotes. */
const VALUE = /^(?:[\w\s#%.,!+'"-]|(?:rgba?|hsla?)\([\d\s.,%/]{1,60}\)){1,300}$/i;

function safeStyle(style: string): string {
  return style
    .slice(0, 4000)
    .split(";")
    .flatMap((declaration) => {
      const at = declaration.indexOf(":");
      const name = declaration.slice(0, at).trim().toLowerCase();
      const value = declaration.slice(at + 1).trim();
      const balanced = (value.split("'").length + value.split('"').length) % 2 === 0;
      return at > 0 && STYLES.has(name) && VALUE.test(value) && balanced ? [`${name}:${value}`] : [];
    })
    .join(";");
}

/** Whether the tree is too deep to be walked recursively. */
function isDeep(root: Nodes): boolean {
  let level: Nodes[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((node) => ("children" in node ? (node.children as Nodes[]) : []));
  }
  return false;
}

/** Normalises URLs for the scheme check: lower case, without characters that browsers ignore. */
function prepare({ properties }: Element): void {
  for (const name of ["href", "src"]) {
    const value = properties[name];
    if (typeof value === "string")
      properties[name] = value
        .replaceAll(/[\t\n\r]/g, "")
        .trim()
        .replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
  }
}
function finish(node: Element, images: ReadonlyMap<string, FileId>): void {
  const { properties } = node;
  const style = properties["style"];
  if (typeof style === "string") {
    const safe = safeStyle(style);
    if (safe === "") delete properties["style"];
    else properties["style"] = safe;
  }
  for (const name of ["alt", "title"]) {
    const value = properties[name];
    // Removes tags from attribute text, in whatever context it may be parsed later.
    if (typeof value === "string") properties[name] = value.replaceAll(/[<>]/g, "");
  }
  if (node.tagName === "a" && properties["href"] !== undefined) {
    properties["target"] = "_blank";
    properties["rel"] = ["noopener", "noreferrer", "nofollow"];
  }
  if (node.tagName === "img") {
    const src = String(properties["src"] ?? "");
    if (src.startsWith("cid:")) {
      const id = images.get(decoded(src.slice(4)));
      if (id === undefined) delete properties["src"];
      else properties["src"] = filePath(id);
    } else if (!src.startsWith("https://")) {
      // Only our own files and, on request, https. A relative URL would be one of ours.
      delete properties["src"];
    }
    properties["referrerPolicy"] = "no-referrer";
  }
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
function walk(node: Nodes, visit: (element: Element) => void): void {
  if (node.type === "element") visit(node);
  if ("children" in node) for (const child of node.children) walk(child as Nodes, visit);
}

function hasManyTags(html: string): boolean {
  let tags = 0;
  for (let at = html.indexOf("<"); at >= 0 && tags <= MAX_TAGS; at = html.indexOf("<", at + 1)) tags += 1;
  return tags > MAX_TAGS;
}

/** The HTML that may be shown, or null if it is too long or too deep. `images`: files by Content-ID. */
export function sanitised(html: string, images: ReadonlyMap<string, FileId>): string | null {
  if (html.length > MAX_HTML || hasManyTags(html)) return null;
  try {
    // Parsed as a document, so that content after </html> is handled as browsers do; only the body is kept.
    const parsed = fromHtml(html.replaceAll("\0", ""));
    if (isDeep(parsed)) return null;
    walk(parsed, prepare);
    const safe = sanitize(parsed, schema) as Root;
    walk(safe, (node) => finish(node, images));
    return toHtml(safe);
  } catch (error) {
    // The parser is recursive: HTML that overflows its stack is shown as text.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
