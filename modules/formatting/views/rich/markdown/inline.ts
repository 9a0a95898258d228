// Writes consecutive lines as Markdown: as they are if that reads back the same, else with the fewest backslashes. Where Markdown cannot
// express a mark, the mark is dropped, never a character. Tells where each character went, so that a caret can be found in both.
import { address, codeSpan, titleIn } from "#dashboard/editor/markdown-pieces.ts";
import { mayContainMarkdown } from "#kernel/rich-text/quick.ts";
import { readMarkdown } from "./read.ts";
import { keyOf, type Mark, type Node } from "./tree.ts";

/** A written line. */
export interface Line {
  readonly text: string;
  /** Columns by position in the line: right after the character before it, and right before the one behind it. */
  readonly after: readonly number[];
  readonly before: readonly number[];
}
interface Char {
  readonly sign: string;
  marks: readonly Mark[];
}
type Chars = readonly Char[];

interface Style {
  readonly italic: "_" | "*";
  readonly without: readonly Mark["type"][];
}
const STYLES: readonly Style[] = [
  { italic: "_", without: [] },
  { italic: "*", without: [] },
  { italic: "_", without: ["italic"] },
  { italic: "_", without: ["strike"] },
  { italic: "_", without: ["bold", "italic", "strike"] },
  { italic: "_", without: ["bold", "italic", "strike", "code"] },
  { italic: "_", without: ["bold", "italic", "strike", "code", "link"] },
];
/** Which signs get a backslash: none, those outside of addresses, or all, and those that make an address. */
type Escaping = "none" | "words" | "all";
/** A sign of a heading or a list without words behind it, and the underline of a heading. */
const ALONE = /^[ \t]*(?:#{1,6}|[-+=]|\d{1,9}[.)])[ \t]*$/m;
/** Looking for backslashes that are not needed ends here. */
const MOST_TRIES = 40;

/** Writes lines that belong to one paragraph. `strip`: without the spaces at their beginning, which would mean something there. */
export function writeLines(paragraphs: readonly Node[], strip: boolean): readonly Line[] {
  const isIndented = strip || /^(?: {4}| {0,3}\t)/.test(paragraphs[0]?.content?.[0]?.text ?? "");
  const given = paragraphs.map(({ content = [] }, i) =>
    strip || (i === 0 && isIndented) ? withoutIndent(charsOf(content)) : charsOf(content),
  );
  const isPlain = given.every((chars) => chars.every(({ marks }) => marks.length === 0));
  const text = given.map(textOf).join("\n");
  if (isPlain && !mayContainMarkdown(text) && !ALONE.test(text)) return new Writer(STYLES[0] as Style, "none").lines(given);
  let last: readonly Line[] = [];
  for (const style of STYLES) {
    const lines = given.map((chars) => narrowed(plainer(chars, style, strip)));
    const wanted = signature(lines);
    for (const escaping of ["none", "words", "all"] as const) {
      const writer = new Writer(style, escaping);
      last = writer.lines(lines);
      if (readsAs(last, wanted)) return escaping === "none" ? last : withFewer(lines, style, escaping, writer.escapes, wanted, last);
    }
  }
  return last;
}

function withFewer(
  lines: readonly Chars[],
  style: Style,
  escaping: Escaping,
  escapes: number,
  wanted: string,
  safe: readonly Line[],
): readonly Line[] {
  const left = new Set<number>();
  let best = safe;
  // From the end: a sign that cannot close anything reads better than one that cannot open.
  for (let i = escapes - 1; i >= Math.max(0, escapes - MOST_TRIES); i -= 1) {
    left.add(i);
    const tried = new Writer(style, escaping, left).lines(lines);
    if (readsAs(tried, wanted)) best = tried;
    else left.delete(i);
  }
  return best;
}

const textOf = (chars: Chars): string => chars.map(({ sign }) => sign).join("");
const without = (marks: readonly Mark[], types: readonly Mark["type"][]): readonly Mark[] =>
  types.length === 0 ? marks : marks.filter(({ type }) => !types.includes(type));

function plainer(chars: Chars, { without: types }: Style, strip: boolean): Char[] {
  const made = chars.map((char) => ({ ...char, marks: without(char.marks, types) }));
  return strip ? withoutIndent(made) : made;
}

const charsOf = (nodes: readonly Node[]): Char[] =>
  nodes.flatMap(({ text = "", marks = [] }) => Array.from({ length: text.length }, (_, i) => ({ sign: text[i] ?? "", marks })));
/** Without the spaces at the beginning. They stay as nothing, so that the positions are those of the document. */
function withoutIndent(chars: Chars): Char[] {
  const at = chars.findIndex((char) => !isBlank(char));
  return chars.map((char, i) => (at < 0 || i < at ? { sign: "", marks: [] } : char));
}
const isBlank = (char: Char | undefined): boolean => char !== undefined && /^[ \t]?$/.test(char.sign) && !isCode(char);
const isCode = (char: Char): boolean => char.marks.some(({ type }) => type === "code");

/** A mark begins and ends at a character other than a space, and not at punctuation beside a word outside: there it means nothing. */
function narrowed(chars: readonly Char[]): Char[] {
  const out = chars.map((char) => ({ ...char }));
  for (const type of ["link", "bold", "italic", "strike"] as const) {
    const markAt = (i: number): Mark | undefined => out[i]?.marks.find((mark) => mark.type === type);
    for (let from = 0; from < out.length;) {
      const mark = markAt(from);
      let to = from + 1;
      if (mark) {
        while (to < out.length && sameMark(markAt(to), mark)) to += 1;
        let [first, last] = [from, to - 1];
        while (first <= last && isLoose(out, first, first - 1, type)) drop(out, first++, type);
        while (first <= last && isLoose(out, last, last + 1, type)) drop(out, last--, type);
      }
      from = to;
    }
  }
  return out;
}
const sameMark = (a: Mark | undefined, b: Mark): boolean => a !== undefined && keyOf(a) === keyOf(b);
function drop(chars: Char[], i: number, type: Mark["type"]): void {
  const char = chars[i];
  if (char) char.marks = without(char.marks, [type]);
}
function isLoose(chars: Chars, i: number, outside: number, type: Mark["type"]): boolean {
  const char = chars[i];
  if (char === undefined || isCode(char)) return false;
  if (/^\s?$/u.test(char.sign)) return true;
  if (type === "link" || char.marks.some((mark) => mark.type === "link")) return false;
  return /[\p{P}\p{S}]/u.test(char.sign) && /[\p{L}\p{N}]/u.test(chars[outside]?.sign ?? "");
}

/** What lines show, to compare them: without spaces at their ends. */
function signature(lines: readonly Chars[]): string {
  return lines
    .map((chars) => {
      let [from, to] = [0, chars.length];
      while (from < to && isBlank(chars[from])) from += 1;
      while (to > from && isBlank(chars[to - 1])) to -= 1;
      return chars
        .slice(from, to)
        .map(({ sign, marks }) => `${sign}\u0001${marks.map(keyOf).toSorted().join("\u0002")}`)
        .join("\u0003");
    })
    .join("\n");
}
/** HTML that a blank line does not end: it would take the rest of the message with it. */
const OPEN_HTML = /^ {0,3}<(?:script|pre|style|textarea|!--|\?|!\[?[a-z])/im;
function readsAs(lines: readonly Line[], wanted: string): boolean {
  if (lines.some(({ text }) => OPEN_HTML.test(text))) return false;
  const content = readMarkdown(lines.map(({ text }) => text).join("\n"))?.content;
  if (content?.length !== lines.length || content.some(({ type }) => type !== "paragraph")) return false;
  return signature(content.map((node) => narrowed(charsOf(node.content ?? [])))) === wanted;
}

const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
/** A line that begins so would be a heading, a quote, a list, a rule, code, the underline of a heading or a row of a table. */
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|=+\s*$|-{2,}\s*$|(?:-\s*){3,}$|[|:-][-|:\s]*$|~{3})/;
const NUMBERED = /^\d{1,9}(?=[.)](?:\s|$))/;
const ADDRESSES = /(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w.-]+/gi;

class Writer {
  /** How many backslashes there could be. */
  escapes = 0;
  readonly #style: Style;
  readonly #escaping: Escaping;
  /** Those that are left out, by number. */
  readonly #left: ReadonlySet<number>;
  #out = "";
  #after: number[] = [];
  #before: number[] = [];
  #mayEscape: boolean[] = [];

  constructor(style: Style, escaping: Escaping, left: ReadonlySet<number> = new Set()) {
    this.#style = style;
    this.#escaping = escaping;
    this.#left = left;
  }

  lines(lines: readonly Chars[]): readonly Line[] {
    return lines.map((chars) => this.#line(chars));
  }

  #line(chars: Chars): Line {
    this.#out = "";
    this.#after = [0];
    this.#before = [];
    this.#mayEscape = this.#escapable(chars);
    this.#sequence(chars, 0, chars.length, []);
    this.#before[chars.length] = this.#out.length;
    return { text: this.#out, after: this.#after, before: this.#before };
  }

  #escapable(chars: Chars): boolean[] {
    if (this.#escaping === "none") return [];
    const text = chars.map(({ sign }) => sign || " ").join("");
    const out = chars.map((_, i) => this.#means(text, i));
    if (this.#escaping === "words")
      for (const { index, 0: found } of text.matchAll(ADDRESSES)) for (let i = index; i < index + found.length; i += 1) out[i] = false;
    const start = text.search(/\S/);
    const line = text.slice(start);
    if (BLOCK_START.test(line)) out[start] = true;
    const digits = NUMBERED.exec(line)?.[0].length;
    if (digits !== undefined) out[start + digits] = true;
    return out;
  }
  #means(text: string, i: number): boolean {
    const sign = text[i] ?? "";
    if (sign === "&") return ENTITY.test(text.slice(i, i + 40));
    if (/[\\`*_~[\]<!]/.test(sign)) return true;
    return this.#escaping === "all" && (sign === "@" || text.startsWith("://", i) || (sign === "." && /www$/i.test(text.slice(0, i))));
  }

  #sequence(chars: Chars, from: number, to: number, open: readonly string[]): void {
    for (let i = from; i < to;) {
      const [mark, end] = furthest(chars, i, to, open);
      if (mark) this.#marked(chars, i, end, mark, open);
      else if (isCode(chars[i] as Char)) i = this.#code(chars, i, to);
      else this.#char(chars[i] as Char, i++);
      if (mark) i = end;
    }
  }

  #char({ sign }: Char, i: number): void {
    this.#before[i] = this.#out.length;
    if (this.#mayEscape[i]) {
      if (!this.#left.has(this.escapes)) this.#out += "\\";
      this.escapes += 1;
    }
    this.#out += sign;
    this.#after[i + 1] = this.#out.length;
  }

  #code(chars: Chars, from: number, to: number): number {
    let end = from + 1;
    const key = (char: Char | undefined): string => char?.marks.map(keyOf).toSorted().join(" ") ?? "";
    while (end < to && key(chars[end]) === key(chars[from])) end += 1;
    const text = textOf(chars.slice(from, end));
    const written = codeSpan(text);
    const begin = this.#out.length + (written.length - text.length) / 2;
    this.#out += written;
    for (let i = from; i < end; i += 1) {
      this.#before[i] = begin + i - from;
      this.#after[i + 1] = begin + i - from + 1;
    }
    return end;
  }

  #marked(chars: Chars, from: number, to: number, mark: Mark, open: readonly string[]): void {
    const inside = [...open, mark.type];
    if (mark.type === "link") {
      const { href = "", title = null } = mark.attrs ?? {};
      const text = textOf(chars.slice(from, to));
      const isPlain = chars.slice(from, to).every(({ marks }) => marks.length === open.length + 1);
      if (text === href && title === null && isPlain && /^https?:[^\s<>\\`*_~[\]]+$/i.test(text)) {
        this.#out += "<";
        for (let i = from; i < to; i += 1) {
          this.#before[i] = this.#out.length;
          this.#out += chars[i]?.sign;
          this.#after[i + 1] = this.#out.length;
        }
        this.#out += ">";
        return;
      }
      this.#out += "[";
      this.#sequence(chars, from, to, inside);
      this.#out += `](${address(href)}${title === null ? "" : ` "${titleIn(title)}"`})`;
      return;
    }
    const sign = mark.type === "bold" ? "**" : mark.type === "strike" ? "~~" : this.#style.italic;
    this.#out += sign;
    this.#sequence(chars, from, to, inside);
    this.#out += sign;
  }
}

/** The mark that extends furthest from here is the outermost; of two that extend equally far, the first of this order. */
function furthest(chars: Chars, from: number, to: number, open: readonly string[]): [Mark | undefined, number] {
  let best: [Mark | undefined, number] = [undefined, from];
  for (const type of ["link", "bold", "italic", "strike"] as const) {
    if (open.includes(type)) continue;
    const mark = chars[from]?.marks.find((one) => one.type === type);
    if (!mark) continue;
    let end = from + 1;
    while (
      end < to &&
      sameMark(
        chars[end]?.marks.find((one) => one.type === type),
        mark,
      )
    )
      end += 1;
    if (end > best[1]) best = [mark, end];
  }
  return best;
}
