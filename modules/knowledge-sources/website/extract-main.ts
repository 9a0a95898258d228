// Extracts the main content of a page: without navigation, headers, footers and anything that is not text.
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";

type Root = ReturnType<typeof fromHtml>;
type Node = Root["children"][number];
type Element = Extract<Node, { type: "element" }>;

/** Characters of HTML that are read. */
const MAX_HTML = 2_000_000;
/** Deeper than pages that people write. */
const MAX_DEPTH = 200;
const LEFT_OUT = new Set(
  "nav header footer aside script style noscript template form iframe object embed svg canvas dialog button select menu".split(" "),
);
const LEFT_OUT_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "alert"]);
// Consent banners are no content; nor are breadcrumbs, menus and skip links, recognised by their names. Names are untrusted: the parts of
// the pattern contain no separators, so there is only one way to match a name and no backtracking.
const CONSENT =
  /^(?:onetrust-|cybotcookiebot|usercentrics-|cky-|didomi-|qc-cmp2|iubenda-cs|osano-cm|cc-window$|cc-banner$|termly-|cmplz-|(?:cookie|consent|gdpr)s?[-_]?(?:[a-z\d]+[-_]+)*(?:banner|bar|notice|popup|modal|dialog|overlay|message|wrapper|container)$)/i;
const CHROME =
  /^(?:breadcrumbs?|skip-?(?:link|nav|to-content)|sidebar|side-?bar|navbar|nav-?menu|site-(?:header|footer|nav)|page-?footer|pagination)$/i;
/** An element with more text than this is content, whatever its name. */
const LONGEST_CHROME = 3000;

export interface Main {
  readonly html: string;
  readonly title: string;
  /** BCP 47, as declared by the page. */
  readonly lang: string | undefined;
  /** The page's robots directives. */
  readonly robots: string;
  /** The canonical address that the page declares. */
  readonly canonical: string | undefined;
}

const isElement = (node: Node): node is Element => node.type === "element";
const property = (node: Element, name: string): string => String(node.properties[name] ?? "");
const textIn = (node: Node | Root, depth = 0): string =>
  node.type === "text"
    ? node.value
    : "children" in node && depth < MAX_DEPTH
      ? node.children.map((child) => textIn(child as Node, depth + 1)).join("")
      : "";

function find(node: Root | Element, fits: (element: Element) => boolean, depth = 0): Element | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const child of node.children) {
    if (!isElement(child as Node)) continue;
    const element = child as Element;
    const found = fits(element) ? element : find(element, fits, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Whether an element is navigation by its name. A heading, a list item or a table never is. */
function isChrome(node: Element): boolean {
  if (!/^(?:div|section|ul|ol|p|a|span|[a-z]+-[a-z-]+)$/.test(node.tagName)) return false;
  if (/(?:^|;)\s*display\s*:\s*none/i.test(property(node, "style"))) return true;
  const names = [property(node, "id"), ...property(node, "className").split(/[\s,]+/)];
  return names.some((name) => CONSENT.test(name) || CHROME.test(name)) && textIn(node).length <= LONGEST_CHROME;
}

function strip(node: Root | Element, within: boolean, depth = 0): void {
  if (depth > MAX_DEPTH) {
    node.children = [];
    return;
  }
  node.children = node.children.filter((child) => {
    const one = child as Node;
    if (!isElement(one)) return one.type === "text";
    // The header of an article contains its title; that of a page its menus.
    if (one.tagName === "header" && within) return true;
    return (
      !isChrome(one) &&
      !LEFT_OUT.has(one.tagName) &&
      !LEFT_OUT_ROLES.has(property(one, "role")) &&
      property(one, "ariaHidden") !== "true" &&
      one.properties["hidden"] === undefined
    );
  }) as typeof node.children;
  for (const child of node.children) if (isElement(child as Node)) strip(child as Element, within, depth + 1);
}

/** The main content of a page as HTML, with title and language. All of a page that is nested too deeply to parse. */
export function mainOf(html: string): Main {
  try {
    return found(html);
  } catch (error) {
    // The parser is recursive; real pages are never that deep.
    if (error instanceof RangeError) return { html, title: "", lang: undefined, robots: "", canonical: undefined };
    throw error;
  }
}
function found(html: string): Main {
  const tree = fromHtml(html.slice(0, MAX_HTML), { fragment: false });
  const named = (name: string) => find(tree, (element) => element.tagName === name);
  const main = named("main") ?? find(tree, (element) => property(element, "role") === "main") ?? onlyArticle(tree);
  const heading = find(main ?? tree, (element) => element.tagName === "h1");
  const head = named("title");
  const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const title = clean(heading ? textIn(heading) : "") || clean(head ? textIn(head) : "");
  const lang = property(named("html") ?? ({ properties: {} } as Element), "lang") || undefined;
  const meta = find(tree, (element) => element.tagName === "meta" && /^(?:robots|seeddesk)$/i.test(property(element, "name")));
  const link = find(tree, (element) => element.tagName === "link" && property(element, "rel").toLowerCase() === "canonical");
  const content = main ?? named("body") ?? tree;
  strip(content, main !== undefined);
  return {
    html: toHtml(content),
    title: title.slice(0, 300),
    lang,
    robots: meta ? property(meta, "content") : "",
    canonical: (link && property(link, "href")) || undefined,
  };
}

/** The article of a page that has exactly one; several articles are parts of the page. */
function onlyArticle(tree: Root): Element | undefined {
  const first = find(tree, isArticle);
  if (!first) return undefined;
  const within = new Set<Element>([first]);
  find(first, (element) => !within.add(element));
  return find(tree, (element) => isArticle(element) && !within.has(element)) ? undefined : first;
}
const isArticle = (element: Element): boolean => element.tagName === "article";
