// Converts an HTML mail to text: for mails without a text part, for previews and for the assistant. One pass over the tags. Quoted blocks
// become lines with ">", so that `quotes.ts` handles both forms alike.

const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const ENTITIES = new Map<string, string>([
  ...LATIN.split(" ").map((name, i) => [name, String.fromCharCode(160 + i)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", euro: "€", hellip: "…", ndash: "–", mdash: "—", bull: "•" }),
  ...Object.entries({ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", sbquo: "‚", bdquo: "„", trade: "™", zwnj: "", zwj: "" }),
]);
/** Decodes character references; unknown ones stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}\d{0,2}));?/gi, (whole, hex?: string, number?: string, name?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : "";
  });

/** Removes tags in linear time; an unclosed tag is treated as text. */
export function withoutTags(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf("<", at);
    const end = open < 0 ? -1 : html.indexOf(">", open);
    if (end < 0) return [...pieces, html.slice(at)].join("");
    pieces.push(html.slice(at, open));
    at = end + 1;
  }
}

/** Line breaks that a tag causes before and after it. */
const BREAKS: Readonly<Record<string, 1 | 2>> = {
  ...Object.fromEntries(["div", "tr", "table", "ul", "ol", "li", "dl", "dt", "dd", "section", "article", "header"].map((tag) => [tag, 1])),
  ...Object.fromEntries(["footer", "center", "form", "address", "hr", "blockquote", "body", "tbody"].map((tag) => [tag, 1])),
  ...Object.fromEntries(["p", "pre", "h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, 2])),
};
/** Elements whose content is not text. */
const SILENT = new Set(["script", "style", "title", "head", "noscript", "template", "svg"]);
/** Markup with which programs begin the quoted history: Gmail, Outlook, Yahoo, Proton, Zoho, Tutanota, mail.ru, QQ, Thunderbird. */
const HISTORY =
  /\b(?:id|class)\s{0,3}=\s{0,3}["']?(?:[\w -]{0,60}[ _-])?(?:gmail_quote|yahoo_quoted|divRplyFwdMsg|appendonsend|protonmail_quote|zmail_extra|tutanota_quote|mail-quote-collapse|moz-cite-prefix|stopSpelling|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container)/i;
/** Characters of HTML that are read; the HTML view shows the rest. */
const MAX_HTML = 2_000_000;
const MAX_TAG = 16_384;
const MAX_DEPTH = 20;
const TAG = /^<(\/?)([a-z][a-z0-9]{0,20})/i;

export interface HtmlText {
  readonly text: string;
  /** Lines at which the markup says that the history begins. */
  readonly marks: readonly number[];
}

/** Collects lines; blank lines are requested, so that several requests make one. */
class Page {
  readonly lines: string[] = [];
  readonly marks: number[] = [];
  depth = 0;
  /** The current line in pieces: checking the end of a growing string would cost its length each time. */
  #pieces: string[] = [];
  #spaced = true;
  #wanted: 0 | 1 | 2 = 0;

  #take(): string {
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#spaced = true;
    return line;
  }
  #push(line: string): void {
    const prefix = ">".repeat(Math.min(this.depth, MAX_DEPTH));
    this.lines.push(prefix === "" ? line.trimEnd() : `${prefix} ${line}`.trimEnd());
  }
  want(breaks: 1 | 2): void {
    if (breaks > this.#wanted) this.#wanted = breaks;
  }
  settle(): void {
    if (this.#wanted === 0) return;
    const line = this.#take();
    if (line.trim() !== "") this.#push(line);
    if (this.#wanted === 2 && this.lines.length > 0 && !/^>*$/.test(this.lines.at(-1) ?? "")) this.#push("");
    this.#wanted = 0;
  }
  break(): void {
    this.settle();
    this.#push(this.#take());
  }
  add(text: string, asItIs: boolean): void {
    if (asItIs) {
      const [first = "", ...more] = text.split("\n");
      this.#append(first);
      for (const line of more) {
        this.break();
        this.#append(line);
      }
      return;
    }
    const flat = text.replaceAll(/[ \t\n\r\f]+/g, " ");
    this.#append(this.#spaced || this.#wanted > 0 ? flat.trimStart() : flat);
  }
  #append(text: string): void {
    if (text === "") return;
    this.settle();
    this.#pieces.push(text);
    this.#spaced = text.endsWith(" ");
  }
  quote(by: 1 | -1): void {
    this.want(1);
    this.settle();
    this.depth = Math.max(0, this.depth + by);
  }
  mark(): void {
    this.want(1);
    this.settle();
    if (this.marks.length < 100) this.marks.push(this.lines.length);
  }
  end(): void {
    this.want(1);
    this.settle();
  }
}

/** The end of a tag, ignoring ">" within quotes; -1 if there is none. */
function tagEnd(html: string, from: number): number {
  const plain = html.indexOf(">", from);
  if (plain < 0 || plain - from > MAX_TAG) return plain;
  let quote = "";
  for (let i = from; i < plain; i += 1) {
    const c = html[i] ?? "";
    if (quote === "" && (c === '"' || c === "'") && html[i - 1] === "=") quote = c;
    else if (c === quote) quote = "";
  }
  if (quote === "") return plain;
  const closed = html.indexOf(quote, plain);
  const end = closed < 0 ? -1 : html.indexOf(">", closed);
  return end < 0 || end - from > MAX_TAG ? plain : end;
}

export function htmlToText(whole: string): HtmlText {
  const html = whole.slice(0, MAX_HTML);
  const page = new Page();
  let pre = 0;
  let at = 0;
  let from = 0;
  const say = (to: number): void => {
    if (to > at) page.add(decodeEntities(html.slice(at, to)), pre > 0);
  };
  for (;;) {
    const open = html.indexOf("<", Math.max(at, from));
    if (open < 0) break;
    const tag = TAG.exec(html.slice(open, open + 24));
    const declaration = html[open + 1] === "!" || html[open + 1] === "?";
    if (tag === null && !declaration) {
      from = open + 1;
      continue;
    }
    say(open);
    at = open;
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const end = tagEnd(html, open);
    // No further tag is closed: the rest is an incomplete tag.
    if (end < 0) {
      at = html.length;
      break;
    }
    at = end + 1;
    const name = (tag?.[2] ?? "").toLowerCase();
    const closing = tag?.[1] === "/";
    if (!closing && SILENT.has(name)) {
      const close = new RegExp(`</${name}`, "gi");
      close.lastIndex = at;
      const found = close.exec(html);
      const after = found === null ? -1 : html.indexOf(">", found.index);
      at = after < 0 ? html.length : after + 1;
      continue;
    }
    if (name === "br") page.break();
    else if (name === "td" || name === "th") page.add(" ", false);
    else if (name === "blockquote") page.quote(closing ? -1 : 1);
    else {
      const breaks = BREAKS[name];
      if (breaks !== undefined) page.want(breaks);
      if (name === "pre") pre = Math.max(0, pre + (closing ? -1 : 1));
      if (name === "li" && !closing) page.add("* ", false);
    }
    if (!closing && end - open > name.length + 6 && HISTORY.test(html.slice(open, Math.min(end, open + 1000)))) page.mark();
  }
  say(html.length);
  page.end();
  const lines = page.lines.map((line) => line.replaceAll("\u00a0", " ").trimEnd());
  const first = lines.findIndex((line) => line !== "");
  if (first < 0) return { text: "", marks: [] };
  return { text: lines.slice(first).join("\n").trimEnd(), marks: page.marks.map((mark) => Math.max(0, mark - first)) };
}
