// Recognises raw HTML within Markdown (CommonMark 0.31, sections 4.6 and 6.6). It is never rendered: a tag is shown as typed, and
// its characters are not parsed as Markdown.

const NAMES =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const ATTRIBUTE = "\\s+[a-zA-Z:_][\\w.:-]*(?:\\s*=\\s*(?:\"[^\"]*\"|'[^']*'|[^\\s\"'=<>`]+))?";
const OPEN = `<[a-zA-Z][a-zA-Z0-9-]*(?:${ATTRIBUTE})*\\s*/?>`;
const CLOSE = "</[a-zA-Z][a-zA-Z0-9-]*\\s*>";

/** The kinds of HTML blocks: how one begins, and how its last line ends; undefined: it ends before an empty line. */
const BLOCKS: readonly (readonly [starts: RegExp, ends: RegExp | undefined])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${NAMES})(?:\\s|/?>|$)`, "i"), undefined],
  // Any other tag must be alone on its line and does not interrupt a paragraph.
  [new RegExp(`^(?:${OPEN}|${CLOSE})\\s*$`), undefined],
];

/** Maximum length of a tag; anything longer is text. Bounds the lookahead from each `<`. */
export const MAX_TAG = 1_000;

/** The end of the HTML block that this line begins: a pattern, or `null` for an empty line. Undefined: the line begins none. */
export function htmlBlock(line: string, inParagraph: boolean): RegExp | null | undefined {
  const start = line.slice(0, MAX_TAG);
  const found = BLOCKS.slice(0, inParagraph ? -1 : undefined).find(([starts]) => starts.test(start));
  // In a line longer than MAX_TAG the tag is not alone.
  return found === undefined || (found === BLOCKS.at(-1) && line.length > MAX_TAG) ? undefined : (found[1] ?? null);
}

const TAG = new RegExp(`${OPEN}|${CLOSE}`, "y");
const DECLARATION = /<![a-zA-Z]+\s/y;
const AUTOLINK =
  /<(?:([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s\p{Cc}<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+))>/uy;

/** The end of a tag or of an address in angle brackets, with the address. */
export type Angle = { readonly to: number; readonly href?: string; readonly words?: string };

/** Returns a function that recognises what the `<` at a position begins. Linear for the whole text: a missing end is searched only once. */
export function angles(text: string): (at: number) => Angle | undefined {
  const missing = new Set<string>();
  const until = (end: string, from: number): Angle | undefined => {
    if (missing.has(end)) return undefined;
    const found = text.indexOf(end, from);
    if (found < 0) missing.add(end);
    return found < 0 ? undefined : { to: found + end.length };
  };
  return (at) => {
    if (text.startsWith("<!--", at)) {
      const short = /<!---?>/y;
      short.lastIndex = at;
      return short.test(text) ? { to: short.lastIndex } : until("-->", at + 4);
    }
    if (text.startsWith("<?", at)) return until("?>", at + 2);
    if (text.startsWith("<![CDATA[", at)) return until("]]>", at + 9);
    if (text.startsWith("<!", at)) {
      DECLARATION.lastIndex = at;
      return DECLARATION.test(text) ? until(">", DECLARATION.lastIndex) : undefined;
    }
    AUTOLINK.lastIndex = at;
    const [all, url, email] = AUTOLINK.exec(text) ?? [];
    if (all !== undefined) return { to: at + all.length, href: url ?? `mailto:${email}`, words: url ?? email ?? "" };
    TAG.lastIndex = 0;
    const tag = TAG.exec(text.slice(at, at + MAX_TAG))?.[0];
    return tag === undefined ? undefined : { to: at + tag.length };
  };
}
