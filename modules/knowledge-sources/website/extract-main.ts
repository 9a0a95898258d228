// Extracts the main content of a page as HTML: without navigation, page header and footer, consent banners, forms and embedded media.
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";

type Root = ReturnType<typeof fromHtml>;
type Node = Root["children"][number];
type Element = Extract<Node, { type: "element" }>;

/** Characters of HTML that are parsed; what follows is ignored. */
const MAX_HTML_LENGTH = 2_000_000;
/** Deeper nesting than this is dropped: no page that people write has it, and the walks are recursive. */
const MAX_DEPTH = 200;
/** Names of meta tags whose directives count for us: those for every robot, and those for this product alone. */
const ROBOTS_META_NAMES = new Set(["robots", "seeddesk"]);
const EXCLUDED_TAGS = new Set(
  "nav header footer aside script style noscript template form iframe object embed svg canvas dialog button select menu".split(" "),
);
const EXCLUDED_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "alert"]);
// Consent banners, breadcrumbs, menus and skip links often have no element of their own, only a telling id or class. Such names are untrusted
// input: the repeated part of a pattern contains no separator, so it can match in one way only and never backtracks for long.
const CONSENT_BANNER_NAME =
  /^(?:onetrust-|cybotcookiebot|usercentrics-|cky-|didomi-|qc-cmp2|iubenda-cs|osano-cm|cc-window$|cc-banner$|termly-|cmplz-|(?:cookie|consent|gdpr)s?[-_]?(?:[a-z\d]+[-_]+)*(?:banner|bar|notice|popup|modal|dialog|overlay|message|wrapper|container)$)/i;
const NAVIGATION_NAME =
  /^(?:breadcrumbs?|skip-?(?:link|nav|to-content)|sidebar|side-?bar|navbar|nav-?menu|site-(?:header|footer|nav)|page-?footer|pagination)$/i;
/** Links of a page that are looked at. */
const MAX_LINKS = 500;
/** Characters. An element with more text is content, whatever its name. */
const MAX_BOILERPLATE_LENGTH = 3000;

export interface ExtractedPage {
  readonly html: string;
  readonly title: string;
  /** BCP 47, as declared by the page. */
  readonly lang: string | undefined;
  /** The directives of all its robots tags, joined with commas. */
  readonly robots: string;
  /** The canonical address that the page declares. */
  readonly canonical: string | undefined;
  /** Where its links lead, as they are written, those of menus included. */
  readonly links: readonly string[];
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

function findAll(node: Root | Element, fits: (element: Element) => boolean): Element[] {
  const all: Element[] = [];
  // The condition never holds, so that `find` visits every element; its side effect collects those that fit.
  find(node, (element) => {
    if (fits(element)) all.push(element);
    return false;
  });
  return all;
}

/** Whether an element is hidden, or navigation or a consent banner by its id or class. Headings, list items and tables never are. */
function isBoilerplate(node: Element): boolean {
  if (!/^(?:div|section|ul|ol|p|a|span|[a-z]+-[a-z-]+)$/.test(node.tagName)) return false;
  if (/(?:^|;)\s*display\s*:\s*none/i.test(property(node, "style"))) return true;
  const names = [property(node, "id"), ...property(node, "className").split(/[\s,]+/)];
  return (
    names.some((name) => CONSENT_BANNER_NAME.test(name) || NAVIGATION_NAME.test(name)) && textIn(node).length <= MAX_BOILERPLATE_LENGTH
  );
}

function removeBoilerplate(node: Root | Element, insideMain: boolean, depth = 0): void {
  if (depth > MAX_DEPTH) {
    node.children = [];
    return;
  }
  node.children = node.children.filter((child) => {
    const one = child as Node;
    if (!isElement(one)) return one.type === "text";
    // The header of an article contains its title; that of a page its menus.
    if (one.tagName === "header" && insideMain) return true;
    return (
      !isBoilerplate(one) &&
      !EXCLUDED_TAGS.has(one.tagName) &&
      !EXCLUDED_ROLES.has(property(one, "role")) &&
      property(one, "ariaHidden") !== "true" &&
      one.properties["hidden"] === undefined
    );
  }) as typeof node.children;
  for (const child of node.children) if (isElement(child as Node)) removeBoilerplate(child as Element, insideMain, depth + 1);
}

/** The main content of a page, with its title and language. A page that is nested too deeply to parse is returned as it is. */
export function extractMainContent(html: string): ExtractedPage {
  try {
    return parsePage(html);
  } catch (error) {
    // The parser is recursive; real pages are never that deep.
    if (error instanceof RangeError) return { html, title: "", lang: undefined, robots: "", canonical: undefined, links: [] };
    throw error;
  }
}
function parsePage(html: string): ExtractedPage {
  const tree = fromHtml(html.slice(0, MAX_HTML_LENGTH), { fragment: false });
  const firstWithTag = (name: string) => find(tree, (element) => element.tagName === name);
  const main = firstWithTag("main") ?? find(tree, (element) => property(element, "role") === "main") ?? onlyArticle(tree);
  const heading = find(main ?? tree, (element) => element.tagName === "h1");
  const titleElement = firstWithTag("title");
  const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const title = clean(heading ? textIn(heading) : "") || clean(titleElement ? textIn(titleElement) : "");
  const lang = property(firstWithTag("html") ?? ({ properties: {} } as Element), "lang") || undefined;
  // All of them: the strictest directive applies, whichever tag comes first.
  const robots = findAll(tree, (element) => element.tagName === "meta" && ROBOTS_META_NAMES.has(property(element, "name").toLowerCase()));
  const link = find(tree, (element) => element.tagName === "link" && property(element, "rel").toLowerCase() === "canonical");
  const links = findAll(tree, (element) => element.tagName === "a" && property(element, "href") !== "").slice(0, MAX_LINKS);
  const content = main ?? firstWithTag("body") ?? tree;
  removeBoilerplate(content, main !== undefined);
  return {
    html: toHtml(content),
    title: title.slice(0, 300),
    lang,
    robots: robots.map((element) => property(element, "content")).join(", "),
    canonical: (link && property(link, "href")) || undefined,
    links: links.map((element) => property(element, "href")),
  };
}

/** The article of a page that has exactly one, apart from articles inside it; several are parts of the page. */
function onlyArticle(tree: Root): Element | undefined {
  const isArticle = (element: Element): boolean => element.tagName === "article";
  const [first, ...others] = findAll(tree, isArticle);
  if (!first) return undefined;
  const insideFirst = new Set(findAll(first, isArticle));
  return others.every((other) => insideFirst.has(other)) ? first : undefined;
}
