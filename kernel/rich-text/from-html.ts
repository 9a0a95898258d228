// Converts HTML of other systems (help desks, web pages, files) to the Markdown in which articles are stored. No HTML survives as HTML.
import { fromHtml } from "hast-util-from-html";
import { defaultHandlers, toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { tableOf } from "./html/table.ts";
import { tidied } from "./html/tidy.ts";
import type { Content, Element, HtmlNode, MarkdownRoot, Phrasing, State } from "./html/types.ts";
import { simplifyHtml } from "./html/simplify.ts";
import { safeHref } from "./tree.ts";

/** Characters of HTML that are read; the rest is ignored. */
const MAX_HTML = 2_000_000;
const MAX_ADDRESS = 2_000;

export interface FromHtml {
  /** The base of relative addresses. */
  readonly base?: string | undefined;
  /** Rewrites the absolute address of a link; undefined keeps only its text. By default links are kept as they are. */
  readonly link?: (url: string) => string | undefined;
  /** The address of our copy of an image; undefined makes a link to the original. By default only the alternative text is kept. */
  readonly image?: (url: string, alt: string) => string | undefined;
}

/** Converts foreign HTML to Markdown without scripts, styles, frames and tags; headings begin at the second level. Bounded for any input. */
export function markdownOf(html: string, options: FromHtml = {}): string {
  const tree = fromHtml(simplifyHtml(html.slice(0, MAX_HTML)), { fragment: true });
  const shift = headingShift(tree.children);
  const mdast = toMdast(tree, {
    document: true,
    handlers: {
      a: (state, node: Element) => link(state, node, options),
      img: (_state, node: Element) => image(node, options),
      div: (state, node: Element) => callout(state, node) ?? state.toFlow(state.all(node)),
      p: (state, node: Element) => embed(node) ?? callout(state, node) ?? defaultHandlers.p(state, node),
      blockquote: (state, node: Element) => callout(state, node) ?? defaultHandlers.blockquote(state, node),
      pre: (state, node: Element) => code(state, node),
      table: (state, node: Element) => tableOf(state, node),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(Math.min(6, level + shift))])),
    },
  }) as MarkdownRoot;
  return written(tidied(mdast.children));
}

/** Without the extensions that escape plain addresses and write footnotes, which HTML does not have. */
const [, , ...gfm] = gfmToMarkdown({ tablePipeAlign: false }).extensions ?? [];

function written(children: Content[]): string {
  const markdown = toMarkdown(
    { type: "root", children },
    { bullet: "-", rule: "-", fence: "`", fences: true, listItemIndent: "one", emphasis: "*", extensions: gfm },
  ).trim();
  // The serializer writes letters and spaces next to emphasis as character references, which not every Markdown parser decodes.
  const literal = children.some((node) => JSON.stringify(node).includes("&#x"));
  return literal
    ? markdown
    : markdown.replaceAll(/&#x([0-9A-F]{1,6});/g, (all, hex: string) => {
        const char = String.fromCodePoint(Number.parseInt(hex, 16));
        return /^[\p{L}\p{N} ]$/u.test(char) ? char : all;
      });
}

function headingShift(nodes: readonly HtmlNode[]): number {
  let top = 7;
  const visit = (node: HtmlNode): void => {
    if (node.type !== "element") return;
    if (/^h[1-6]$/.test(node.tagName)) top = Math.min(top, Number(node.tagName[1]));
    node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return top === 7 ? 0 : 2 - top;
}
const heading =
  (depth: number) =>
  (state: State, node: Element): Content => ({ type: "heading", depth: depth as 2, children: state.all(node) as Phrasing[] });

/** The absolute address, if it may be a link. */
function address(value: unknown, base: string | undefined): string | undefined {
  const written = String(value ?? "")
    .replaceAll(/[\t\n\r]/g, "")
    .trim();
  if (written === "" || written.length > MAX_ADDRESS) return undefined;
  if (!URL.canParse(written, base)) return undefined;
  // A line break or a bracket inside would end the link in Markdown; the parser has encoded most.
  const { href } = new URL(written, base);
  return safeHref(href.replaceAll(/[<>"\\^`{|}\s]/g, encodeURIComponent));
}

function link(state: State, node: Element, { base, link: rewrite }: FromHtml): Content[] | Content {
  const children = state.all(node);
  const found = String(node.properties["href"] ?? "");
  // Anchors of the original page do not exist in the converted one.
  const href = found.trim().startsWith("#") ? undefined : address(found, base);
  const target = href === undefined ? undefined : rewrite === undefined ? href : rewrite(href);
  return target === undefined ? children : { type: "link", url: target, title: null, children: children as never };
}

function image(node: Element, { base, image: rehost }: FromHtml): Content[] | Content {
  const alt = String(node.properties["alt"] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 400);
  const words: Content[] = alt === "" ? [] : [{ type: "text", value: alt }];
  const url = address(node.properties["src"], base);
  if (url === undefined || !/^https?:/.test(url) || rehost === undefined) return words;
  const own = rehost(url, alt);
  if (own !== undefined) return { type: "image", url: own, alt, title: null };
  return { type: "link", url, title: null, children: [{ type: "text", value: alt === "" ? lastPart(url) : alt }] };
}
const lastPart = (url: string): string => new URL(url).pathname.split("/").at(-1)?.slice(0, 80) || new URL(url).host;

// Only `html` nodes are written without escaping. These hold only text that this file makes.
const verbatim = (value: string): Phrasing => ({ type: "html", value });

function embed(node: Element): Content | undefined {
  const url = node.properties["dataEmbed"];
  return typeof url === "string" ? { type: "paragraph", children: [verbatim(url)] } : undefined;
}

function callout(state: State, node: Element): Content | undefined {
  const kind = node.properties["dataCallout"];
  if (typeof kind !== "string") return undefined;
  const within = tidied(state.toFlow(state.all(node)));
  if (within.length === 0) return { type: "paragraph", children: [] };
  const marker = verbatim(`[!${kind}]\n`);
  const [first, ...rest] = within;
  const children: Content[] =
    first?.type === "paragraph"
      ? [{ type: "paragraph", children: [marker, ...first.children] }, ...rest]
      : [{ type: "paragraph", children: [verbatim(`[!${kind}]`)] }, ...within];
  return { type: "blockquote", children: children as never };
}

function code(state: State, node: Element): Content {
  const made = defaultHandlers.pre(state, node) as Extract<Content, { type: "code" }>;
  const inner = node.children.find((child): child is Element => child.type === "element" && child.tagName === "code");
  const language = node.properties["dataLanguage"] ?? inner?.properties["dataLanguage"];
  return { ...made, lang: typeof language === "string" ? language : null, meta: null };
}
