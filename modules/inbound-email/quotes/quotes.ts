// Separates what a person wrote in an answer from the quoted history. Works line by line and looks at each line a bounded number of times.
// If the case is unclear, nothing is removed. The parts always make up the whole text.
import { isMobileSignature } from "./mobile-signatures.ts";
import { ATTRIBUTIONS, FORWARDS, LABEL_KINDS, ORIGINALS, QUOTINGS } from "./quote-languages.ts";
import { isForward, isReply } from "./subject-marks.ts";

export interface Stripped {
  /** The new text; blank if there is none: then all of the text is history, except for a signature. */
  readonly reply: string;
  readonly signature: string;
  /** The history: below the answer, or above one that was written under it. */
  readonly quoted: string;
  readonly order: "reply first" | "quoted first";
}

/** Longer lines are no introduction. */
const MAX_INTRODUCTION = 400;
/** Lines over which an introduction may be wrapped. */
const INTRODUCTION_LINES = 4;
/** Characters that are analysed; nobody writes more by hand. */
const MAX_TEXT = 1_000_000;
const SIGNATURE_LINES = 15;
const BARE_SIGNATURE_LINES = 10;

const blank = (line: string | undefined): boolean => line === undefined || line.trim() === "";
const isQuote = (line: string | undefined): boolean => line !== undefined && /^[ \u00a0\t]{0,3}>/.test(line);
const DATE_OR_ADDRESS = /\d|@/;
/** A date as programs write it: a time, a date with dots, or a year. */
const DATE = /\d{1,2}[:.]\d\d|\d{4}|\d[/-]\d|@/;
/** Precise enough that a person who mentions a mail would not write it: to the minute, or with the address. */
const EXACT = /\d{1,2}[:.]\d\d|@/;
/** A time of day together with a date, which people who mention a mail do not write. */
const hasStamp = (text: string): boolean => /\d{1,2}[:.]\d\d/.test(text) && /\d{4}|\d{1,2}[./-] ?\d{1,2}[./-]/.test(text);
/** A machine's timestamp: ISO 8601 with a time, seconds, or a zone. */
const isMachineStamp = (text: string): boolean =>
  hasStamp(text) && /\d{4}[-/]\d\d[-/]\d\d[t, ]{1,2}\d{1,2}:\d\d|\d{1,2}:\d\d:\d\d| [+-]\d\d:?\d\d\b|\b(?:gmt|utc)/.test(text);
/** Starts with a date or a time after at most three words: "Às 10:22 de 03/05/2024, …", "On Fri, May 3, …". */
const beginsWithDate = (text: string): boolean => /^["'“(<[]?(?:\p{L}{1,12}[.,]{0,2} ){0,3}(?:\p{L}{1,3}-)?\d/u.test(text);
const endsWithColon = (text: string): boolean => text.endsWith(":") || text.endsWith("：");

/** The next non-blank line, or the end. */
function nextText(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && blank(lines[at])) at += 1;
  return at;
}

/** Whether the phrase occurs as whole words; in scripts without spaces, anywhere. */
function containsPhrase(text: string, phrase: string): boolean {
  const at = text.lastIndexOf(phrase);
  if (at < 0) return false;
  if (
    /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u.test(phrase) ||
    !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(phrase)
  )
    return true;
  return !/\p{L}/u.test(text[at - 1] ?? " ") && !/\p{L}/u.test(text[at + phrase.length] ?? " ");
}
/** Whether a line is an introduction: "On … wrote:" in a known language, or an address and a date before a colon in any. */
function attributes(text: string, exact: RegExp = DATE): boolean {
  if (text.length > MAX_INTRODUCTION) return false;
  // Older Gmail: 2024/05/03 10:22 Ada <ada@example.com>
  if (!endsWithColon(text))
    return text.endsWith(">") && /^\d{4}[-/]\d{1,2}[-/]\d{1,2} [^<]{0,200}<[^<>\s@]{1,200}@[^<>\s@]{1,200}>$/.test(text);
  if (!exact.test(text)) return false;
  const low = text.toLowerCase();
  // Before quoted lines in any language, where a verb follows the address: … <ada@example.com> het volgende geschreven:
  if (exact !== EXACT && hasStamp(low) && /<[^<>\s@]{1,200}@[^<>\s@]{1,200}>/.test(low)) return true;
  if (/\d/.test(low) && /<[^<>\s@]{1,200}@[^<>\s@]{1,200}>[ :：,]{0,3}$/.test(low)) return true;
  // Directly above quoted lines a date and a time are enough in any language.
  if (exact === DATE_OR_ADDRESS && hasStamp(low)) return true;
  // Horde omits the time, Tuta appends the bare address, Open-Xchange puts the name between its verbs.
  if (QUOTINGS.some((start) => low.startsWith(start)) && /<?[^<>\s@]{1,200}@[^<>\s@]{1,200}>? ?:$/.test(low)) return true;
  if (/\d{1,2}[:.]\d\d (?:by|von|par|de|por|da|van|av|af|od|от) [^\s@]{1,64}@[^\s@]{1,200}:$/.test(low)) return true;
  if (/<[^<>\s@]{1,200}@[^<>\s@]{1,200}> hat am \d[^:]{1,30}:\d\d[^:]{0,10} geschrieben:$/.test(low)) return true;
  // With a date and a time the words before them need not be known, unless the following text is not quoted.
  const dated = hasStamp(low) && (exact !== EXACT || isMachineStamp(low) || beginsWithDate(low));
  return ATTRIBUTIONS.some(
    (one) =>
      one.says.some((phrase) => containsPhrase(low, phrase)) &&
      (dated ||
        one.starts.some((start) => low.startsWith(start)) ||
        /^["'“(<[]?(?:\d{4}|\d{1,2}[./-]\d|\d{1,2} \p{L}{3})/u.test(low) ||
        /[^<>\s@]@[^<>\s@]/.test(low) ||
        one.starts.length === 0),
  );
}
/** Zeros of other digits in which programs write dates: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50];
/** Removes direction marks around names and addresses, and converts digits to ASCII. */
function flat(line: string | undefined): string {
  const text = (line ?? "").slice(0, MAX_INTRODUCTION + 1);
  if (!/[\u0600-\uffff]/.test(text)) return text.trim();
  return text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
    })
    .trim();
}
/** A line with only a name, at the start of a paragraph: introductions that begin with the name are wrapped after it. */
const isNameLine = (lines: readonly string[], at: number): boolean => {
  const line = flat(lines[at]);
  return blank(lines[at - 1]) && line.length <= 80 && !DATE_OR_ADDRESS.test(line) && !/[.!?:;,)]$/.test(line);
};
/**
 * The number of lines of an introduction that begins here; 0 for none. A line that looks like an end but is not one stops the search. A
 * line without a date or an address begins an introduction only if the next line does not begin it as well.
 */
function introduction(lines: readonly string[], at: number, exact: RegExp = DATE): number {
  const named = isNameLine(lines, at);
  const found = linesOfIntroduction(lines, at, exact, named);
  if (found < 2 || !named || flat(lines[at + 1]).startsWith("<")) return found;
  const first = flat(lines[at]).toLowerCase();
  return !QUOTINGS.some((start) => first.startsWith(start)) && linesOfIntroduction(lines, at + 1, exact, false) > 0 ? 0 : found;
}
const isTail = (line: string): boolean => /^> ?[^>]/.test(line) && line.length <= 60 && !hasStamp(line) && endsWithColon(line);
function linesOfIntroduction(lines: readonly string[], at: number, exact: RegExp, named: boolean): number {
  if (blank(lines[at]) || isQuote(lines[at])) return 0;
  let text = "";
  for (let i = 0; i < INTRODUCTION_LINES; i += 1) {
    const line = flat(lines[at + i]);
    // The end of the introduction may have been quoted along with the history.
    if (isQuote(line)) return i > 0 && isTail(line) && attributes(`${text} ${line.replace(/^> ?/, "")}`, exact) ? i : 0;
    if (line === "") return 0;
    text = text === "" ? line : `${text} ${line}`;
    if (text.length > MAX_INTRODUCTION || (!DATE_OR_ADDRESS.test(text) && !(named && i <= 1))) return 0;
    if (attributes(text, exact)) return i + 1;
    if (endsWithColon(line)) return 0;
  }
  return 0;
}

const label = (line: string): { readonly kind: string; readonly value: string } | null => {
  const text = line.slice(0, 300).replaceAll("*", "").trim();
  const at = text.search(/[:：]/);
  if (at <= 0 || at > 30) return null;
  const kind = LABEL_KINDS.get(text.slice(0, at).trim().toLowerCase());
  return kind === undefined ? null : { kind, value: text.slice(at + 1) };
};
/**
 * A header block: a sender with a subject and one more field, or with "Sent" and a recipient. From, to and date alone also occur in travel
 * plans, so they need an address.
 */
function headerBlock(lines: readonly string[], at: number): boolean {
  const first = label(lines[at] ?? "");
  if (first === null || first.kind === "to" || first.kind === "cc") return false;
  const kinds = new Set([first.kind]);
  let address = first.value.includes("@");
  let lost = 0;
  for (let i = at + 1; i < at + 12 && i < lines.length && lost < 3; i += 1) {
    const found = label(lines[i] ?? "");
    if (found === null) {
      // A long list of recipients may be wrapped; blank lines within the block come from HTML.
      lost += 1;
      continue;
    }
    lost = 0;
    kinds.add(found.kind);
    address ||= (found.kind === "from" || found.kind === "to") && found.value.includes("@");
  }
  if (!kinds.has("from")) return false;
  const to = kinds.has("to");
  const sent = kinds.has("sent");
  const date = kinds.has("date");
  return (kinds.has("subject") && (sent || date || to)) || (to && sent) || (to && date && address);
}

/** The words between dashes or before a colon; "" for other lines. */
function banner(line: string): string {
  const text = line.slice(0, 200).replaceAll("*", "").trim();
  const bare = text.replace(/^[-_=– ]+/, "").replace(/[-_=–: ：]+$/, "");
  return /^[-_=–]{2}/.test(text) || endsWithColon(text) ? bare.toLowerCase() : "";
}
/** Zoho puts the introduction between dashes; QQ a single word that counts only between dashes. */
function isBanner(line: string): boolean {
  const text = line.slice(0, MAX_INTRODUCTION).trim();
  if (!text.startsWith("--") || !text.endsWith("--")) return false;
  let end = text.length;
  while (end > 0 && (text[end - 1] === "-" || text[end - 1] === " ")) end -= 1;
  const bare = text.slice(0, end).replace(/^[- ]+/, "");
  return bare.toLowerCase() === "original" || attributes(`${bare}:`, EXACT);
}
/** GroupWise: ">>> Ada <ada@example.com> 02.01.24 9.05 >>>", and below it the mail without quote marks. */
function isGroupWise(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.slice(0, MAX_INTRODUCTION) ?? "";
  if (!line.startsWith(">>> ") || !/(?: >>>|:)\s*$/.test(line) || !EXACT.test(line)) return false;
  const after = nextText(lines, at + 1);
  return after < lines.length && lines.slice(at + 1).every((one) => !isQuote(one) || one.startsWith(">>> "));
}
const isRule = (line: string): boolean => line.length < 200 && /^\s{0,3}(?:_{5,}|-{10,})\s*$/.test(line);

interface HistoryMarks {
  readonly marks: ReadonlySet<number>;
  readonly forwarded: boolean;
  /** The first line of a GroupWise quotation, or -1. */
  readonly groupWise: number;
}
/** Whether quoted mail begins at a line, ignoring what follows. */
function historyAt(
  lines: readonly string[],
  at: number,
  { marks, forwarded, groupWise }: HistoryMarks,
): { readonly kind: "unquoted" | "attribution"; readonly lines: number } | null {
  const line = lines[at] ?? "";
  if (at === groupWise) return { kind: "unquoted", lines: 1 };
  if (blank(line) || isQuote(line)) return null;
  if (isBanner(line)) return { kind: "unquoted", lines: 1 };
  const wrapped = introduction(lines, at);
  if (wrapped > 0) return { kind: "attribution", lines: wrapped };
  if (ORIGINALS.has(banner(line))) return { kind: "unquoted", lines: 1 };
  if (forwarded) return null;
  if (headerBlock(lines, at)) return { kind: "unquoted", lines: 1 };
  if (isRule(line) && headerBlock(lines, nextText(lines, at + 1))) return { kind: "unquoted", lines: 1 };
  return marks.has(at) ? { kind: "unquoted", lines: 0 } : null;
}

/** The end of the relevant text: a list's footer or a signature below the quotation is excluded. */
function withoutFooter(lines: readonly string[]): number {
  const from = Math.max(0, lines.length - BARE_SIGNATURE_LINES - 1);
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (
      line.length < 200 &&
      /^_{20,}\s*$/.test(line) &&
      /mailing list|https?:/i.test(
        lines
          .slice(at + 1, at + 3)
          .join(" ")
          .slice(0, 400),
      )
    )
      return at;
    if (/^--\s?$/.test(line) && at > 0 && lines.slice(0, at).some(isQuote)) return at;
  }
  // Mobile signatures may also be below the quotation.
  const last = lastText(lines, lines.length);
  return last > 0 && isMobileSignature(lines[last] ?? "") && isQuote(lines[lastText(lines, last)]) ? last : lines.length;
}
/** The last non-blank line before `end`, or -1. */
function lastText(lines: readonly string[], end: number): number {
  let at = end - 1;
  while (at >= 0 && blank(lines[at])) at -= 1;
  return at;
}

interface Cut {
  readonly at: number;
  /** The first line of a reply below the quotation. */
  readonly below: number | null;
}

function findCut(lines: readonly string[], end: number, hints: HistoryMarks): Cut | null {
  // For each line, whether own text follows it: one pass from the end.
  let lastOwn = -1;
  for (let at = end - 1; at >= 0; at -= 1)
    if (!blank(lines[at]) && !isQuote(lines[at]) && !residue(lines, at)) {
      lastOwn = at;
      break;
    }
  let above = false;
  for (let at = 0; at < end; at += 1) {
    const line = lines[at] ?? "";
    if (FORWARDS.has(banner(line))) return null;
    const history = historyAt(lines, at, hints);
    if (history === null) {
      above ||= !blank(line) && !isQuote(line);
      continue;
    }
    const after = nextText(lines, at + history.lines);
    const quoted = isQuote(lines[after]);
    // With nothing above it, it was sent for its own sake.
    if (!above && (history.kind === "unquoted" || !quoted)) return null;
    if (history.kind === "unquoted" || !quoted) {
      // With nothing below it, it introduces a quotation that was left out.
      if (above && (after < end ? history.kind === "unquoted" || introduction(lines, at, EXACT) > 0 : history.kind === "attribution"))
        return { at, below: null };
    } else if (lastOwn < after) {
      if (above) return { at, below: null };
    } else if (!above) {
      return answerBelow(lines, at, after, end);
    }
    above = true;
    at += Math.max(history.lines, 1) - 1;
  }
  return trailingQuotes(lines, end, above);
}
/** The rest of a quoted line that was wrapped without its quote mark. */
const residue = (lines: readonly string[], at: number): boolean =>
  isQuote(lines[at - 1]) && isQuote(lines[at + 1]) && (lines[at - 1]?.length ?? 0) >= 60 && (lines[at]?.length ?? 0) < 40;

/**
 * The line from which all is history if nothing new was written; -1 if something was. There may be a mobile signature above it. Quoted
 * lines alone are enough; unquoted text could have been sent for its own sake, so then the subject must have a reply prefix.
 */
function onlyHistoryFrom(lines: readonly string[], end: number, hints: HistoryMarks, subject: string): number {
  const top = nextText(lines, 0);
  const from = top < end && isMobileSignature(lines[top] ?? "") ? nextText(lines, top + 1) : top;
  if (from >= end) return -1;
  const history = historyAt(lines, from, hints);
  const first = nextText(lines, from + (history?.lines ?? 0));
  let own = false;
  let quotes = 0;
  let answered = false;
  for (let at = first; at < end; at += 1) {
    if (isQuote(lines[at])) quotes += 1;
    else if (!blank(lines[at]) && !residue(lines, at)) {
      own = true;
      answered ||= quotes > 0;
    }
  }
  if (!own && quotes > 0) return from;
  if (history === null || answered || !isReply(subject)) return -1;
  // Below a mobile signature or a program's line, everything is the quoted mail.
  const said = beginsWithDate(flat(lines[from])) && introduction(lines, from, EXACT) > 0;
  return history.kind === "unquoted" || said || hints.marks.has(from) ? from : -1;
}

/** One quotation followed by an answer: the answer is the reply. Answers between quotations stay where they are. */
function answerBelow(lines: readonly string[], at: number, from: number, end: number): Cut | null {
  let below = from;
  while (below < end && (isQuote(lines[below]) || residue(lines, below))) below += 1;
  below = nextText(lines, below);
  if (below >= end || lines.slice(below, end).some(isQuote)) return null;
  for (let i = below; i < end; i += 1) if (introduction(lines, i) > 0 || FORWARDS.has(banner(lines[i] ?? ""))) return null;
  return { at, below };
}

/** Quoted lines at the end of the text, without an introduction or with one in an unknown language. */
function trailingQuotes(lines: readonly string[], end: number, above: boolean): Cut | null {
  let at = end;
  while (at > 0 && (blank(lines[at - 1]) || isQuote(lines[at - 1]) || residue(lines, at - 1))) at -= 1;
  const first = nextText(lines, at);
  if (!above || first >= end || !isQuote(lines[first])) return null;
  for (let up = 1; up <= INTRODUCTION_LINES && at - up > 0; up += 1)
    if (introduction(lines, at - up, DATE_OR_ADDRESS) === up && has(lines.slice(0, at - up))) return { at: at - up, below: null };
  return { at: first, below: null };
}

/** Where a signature begins among the first `end` lines; `end` if there is none. */
function signatureAt(lines: readonly string[], end: number): number {
  for (let at = Math.max(1, end - SIGNATURE_LINES - 1); at < end; at += 1) {
    const line = lines[at] ?? "";
    if (line === "-- " || line === "-- \r") return at;
    if (/^(?:--|—)\s*$/.test(line) && end - at <= BARE_SIGNATURE_LINES + 1) return at;
  }
  const last = lastText(lines, end);
  return last > 0 && isMobileSignature(lines[last] ?? "") ? last : end;
}

const has = (lines: readonly string[]): boolean => lines.some((line) => !blank(line));

export interface Known {
  /** Lines at which the markup says that the history begins (`html-text.ts`). */
  readonly marks?: readonly number[];
  readonly subject?: string;
}
export function stripQuotes(text: string, known: Known = {}): Stripped {
  if (text.length <= MAX_TEXT) return strip(text, known);
  const to = text.lastIndexOf("\n", MAX_TEXT);
  const head = strip(text.slice(0, Math.max(to, 0)), known);
  return head.quoted !== "" && head.order === "reply first" ? { ...head, quoted: head.quoted + text.slice(to) } : whole(text);
}
const whole = (text: string): Stripped => ({ reply: text, signature: "", quoted: "", order: "reply first" });

function strip(text: string, { marks = [], subject = "" }: Known): Stripped {
  const lines = text.split("\n");
  const join = (from: number, to: number): string => lines.slice(from, to).join("\n");
  const forwarded = isForward(subject);
  const end = withoutFooter(lines);
  const first = lines.findIndex((line) => line.startsWith(">>> "));
  const groupWise = first >= 0 && isGroupWise(lines, first) ? first : -1;
  const hints: HistoryMarks = { groupWise, marks: new Set(marks.map((mark) => nextText(lines, mark))), forwarded };
  const from = forwarded ? -1 : onlyHistoryFrom(lines, end, hints, subject);
  if (from >= 0) return { reply: "", signature: join(0, from), quoted: join(from, lines.length), order: "reply first" };
  const cut = findCut(lines, end, hints);
  if (cut?.below !== null && cut !== null) {
    const signature = signatureAt(lines, lines.length);
    const written = signature > cut.below && has(lines.slice(cut.below, signature)) ? signature : lines.length;
    return { reply: join(cut.below, written), signature: join(written, lines.length), quoted: join(0, cut.below), order: "quoted first" };
  }
  // Without a history, a list's footer belongs to the signature.
  const [written, quotedFrom] = cut === null ? [end, lines.length] : [cut.at, cut.at];
  const signature = forwarded ? written : signatureAt(lines, written);
  const replyTo = has(lines.slice(0, signature)) ? signature : written;
  if (!has(lines.slice(0, replyTo))) return whole(text);
  return { reply: join(0, replyTo), signature: join(replyTo, quotedFrom), quoted: join(quotedFrom, lines.length), order: "reply first" };
}
