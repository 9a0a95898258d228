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
/** A sign of a heading or a list without words behind it, and the underline of a heading. */
const ALONE = /^[ \t]*(?:#{1,6}|[-+=]|\d{1,9}[.)])[ \t]*$/m;
/** Escaping what got lost may make another sign mean something; after so many times all signs are escaped. */
const ROUNDS = 6;
/** Of lines with more characters that mean something, such as a pasted log, all signs are escaped: each key press writes them again. */
const LONG = 4000;
/** How many characters may be read again to find backslashes that are not needed. */
const MOST_READ = 8000;

/** Whether each character gets a backslash, by line. */
type Escapes = readonly (readonly boolean[])[];

/** Writes lines that belong to one paragraph. `strip`: without the spaces at their beginning, which would mean something there. */
export function writeLines(paragraphs: readonly Node[], strip: boolean): readonly Line[] {
  const isIndented = strip || /^(?: {4}| {0,3}\t)/.test(paragraphs[0]?.content?.[0]?.text ?? "");
  const given = paragraphs.map(({ content = [] }, i) =>
    strip || (i === 0 && isIndented) ? withoutIndent(charsOf(content)) : charsOf(content),
  );
  const isPlain = given.every((chars) => chars.every(({ marks }) => marks.length === 0));
  const text = given.map(textOf).join("\n");
  if (isPlain && !mayContainMarkdown(text) && !ALONE.test(text)) return asWritten(given, STYLES[0] as Style, []);
  const rounds = text.length > LONG ? 1 : ROUNDS;
  let last: readonly Line[] = [];
  for (const style of STYLES) {
    const lines = given.map((chars) => narrowed(plainer(chars, style, strip)));
    const wanted = signature(lines);
    const none: Escapes = lines.map(() => []);
    let escapes = none;
    for (let round = 0; round < rounds; round += 1) {
      last = asWritten(lines, style, escapes);
      const found = readingOf(last);
      if (found && signature(found) === wanted) return escapes === none ? last : withFewer(lines, style, escapes, wanted, last);
      const more = found ? lines.map((chars, i) => lost(chars, found[i] ?? [])) : lines.map(startOf);
      const both = joinedWith(escapes, more);
      if (countOf(both) === countOf(escapes)) break;
      escapes = both;
    }
    for (const addresses of [false, true]) {
      escapes = lines.map((chars) => meaning(chars, addresses));
      last = asWritten(lines, style, escapes);
      if (isRead(last, wanted)) return withFewer(lines, style, escapes, wanted, last);
    }
  }
  return last;
}

const asWritten = (lines: readonly Chars[], style: Style, escapes: Escapes): readonly Line[] =>
  lines.map((chars, i) => new LineWriter(chars, style, escapes[i] ?? []).write());
const joinedWith = (a: Escapes, b: Escapes): Escapes =>
  b.map((line, i) => Array.from({ length: Math.max(line.length, a[i]?.length ?? 0) }, (_, n) => line[n] === true || a[i]?.[n] === true));
const countOf = (escapes: Escapes): number => escapes.reduce((sum, line) => sum + line.filter(Boolean).length, 0);

/** The signs that are not in what was read: they meant something. */
function lost(chars: Chars, found: Chars): boolean[] {
  const out = chars.map(() => false);
  let at = 0;
  let entity = -1;
  while (isBlank(found[at])) at += 1;
  chars.forEach((char, i) => {
    const { sign } = char;
    if (sign === "&") entity = i;
    if (sign === found[at]?.sign) at += 1;
    else if (sign === "" || isBlank(char) || isCode(char)) return;
    else if (/[\\`*_~[\]<!]/.test(sign)) out[i] = true;
    else if (entity >= 0) out[entity] = true;
  });
  return out;
}

/** Takes away backslashes that are not needed, from the end: a sign that cannot close anything reads better than one that cannot open. */
function withFewer(lines: readonly Chars[], style: Style, escapes: Escapes, wanted: string, safe: readonly Line[]): readonly Line[] {
  const kept = escapes.map((line) => [...line]);
  const size = lines.reduce((sum, chars) => sum + chars.length + 1, 0);
  let left = MOST_READ;
  let best = safe;
  for (const line of kept.toReversed()) {
    for (let n = line.length - 1; n >= 0; n -= 1) {
      if (line[n] !== true) continue;
      if ((left -= size) < 0) return best;
      line[n] = false;
      const tried = asWritten(lines, style, kept);
      if (isRead(tried, wanted)) best = tried;
      else line[n] = true;
    }
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
function narrowed(chars: readonly Char[]): readonly Char[] {
  if (chars.every(({ marks }) => marks.length === 0)) return chars;
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
        .map(({ sign, marks }) => (marks.length === 0 ? sign : `${sign}\u2063${marks.map(keyOf).toSorted().join("\u2064")}\u2063`))
        .join("");
    })
    .join("\n");
}
/** HTML that a blank line does not end: it would take the rest of the message with it. */
const OPEN_HTML = /^ {0,3}<(?:script|pre|style|textarea|!--|\?|!\[?[a-z])/im;
/** The characters of written lines as they are read; undefined if they are something else than lines. */
function readingOf(lines: readonly Line[]): readonly Chars[] | undefined {
  if (lines.some(({ text }) => OPEN_HTML.test(text))) return undefined;
  const content = readMarkdown(lines.map(({ text }) => text).join("\n"))?.content;
  if (content?.length !== lines.length || content.some(({ type }) => type !== "paragraph")) return undefined;
  return content.map((node) => narrowed(charsOf(node.content ?? [])));
}
function isRead(lines: readonly Line[], wanted: string): boolean {
  const found = readingOf(lines);
  return found !== undefined && signature(found) === wanted;
}

const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
/** A line that begins so would be a heading, a quote, a list, a rule, code, the underline of a heading or a row of a table. */
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|=+\s*$|-{2,}\s*$|(?:-\s*){3,}$|[|:-][-|:\s]*$|~{3})/;
const NUMBERED = /^\d{1,9}(?=[.)](?:\s|$))/;
const ADDRESSES = /(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w.-]+/gi;

/** Where a line would begin another block; with an open tag, where that begins. */
function startOf(chars: Chars): boolean[] {
  const out = chars.map(() => false);
  const text = shownOf(chars);
  const start = text.search(/\S/);
  const line = start < 0 ? "" : text.slice(start);
  if (BLOCK_START.test(line) || /^(?:<|\[|`{3})/.test(line)) out[start] = true;
  const digits = NUMBERED.exec(line)?.[0].length;
  if (digits !== undefined) out[start + digits] = true;
  return out;
}
const shownOf = (chars: Chars): string => chars.map(({ sign }) => sign || " ").join("");

/** All signs that could mean something. `addresses`: also within addresses, and so that nothing becomes one. */
function meaning(chars: Chars, addresses: boolean): boolean[] {
  const text = shownOf(chars);
  const out = chars.map(({ sign }, i) => {
    if (sign === "&") return ENTITY.test(text.slice(i, i + 40));
    if (/[\\`*_~[\]<!]/.test(sign)) return true;
    return addresses && (sign === "@" || text.startsWith("://", i) || (sign === "." && /www$/i.test(text.slice(Math.max(0, i - 3), i))));
  });
  if (!addresses)
    for (const { index, 0: found } of text.matchAll(ADDRESSES)) for (let i = index; i < index + found.length; i += 1) out[i] = false;
  startOf(chars).forEach((is, i) => (out[i] = out[i] === true || is));
  return out;
}

class LineWriter {
  readonly #chars: Chars;
  readonly #style: Style;
  readonly #escapes: readonly boolean[];
  #out = "";
  readonly #after = [0];
  readonly #before: number[] = [];

  constructor(chars: Chars, style: Style, escapes: readonly boolean[]) {
    this.#chars = chars;
    this.#style = style;
    this.#escapes = escapes;
  }

  write(): Line {
    const chars = this.#chars;
    this.#sequence(chars, 0, chars.length, []);
    this.#before[chars.length] = this.#out.length;
    return { text: this.#out, after: this.#after, before: this.#before };
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
    if (this.#escapes[i] === true) this.#out += "\\";
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
