// Parses the header block of a raw mail leniently: many programs write it incorrectly, and classification must see every line.
import { type Truncation, MAX_HEADER_VALUE, MAX_HEADERS, type MailHeader } from "./inbound-mail.ts";
import { cleanLine, decodeLoose } from "./clean-text.ts";

/** Bytes of headers that are read; ten thousand recipients fit. */
const MAX_BLOCK = 1024 * 1024;
const MAX_LINES = 20_000;
const LF = 10;
const CR = 13;
/** A field name of RFC 5322; old programs put spaces before the colon. */
const FIELD = /^([!-9;-~]{1,200})[ \t]{0,20}:/;
const MAILBOX_LINE = /^>?From ([^\s]{1,320}) /;

export interface HeaderBlock {
  readonly headers: readonly MailHeader[];
  /** Complete values, for fields that are lists. */
  readonly whole: (name: string) => readonly string[];
  readonly mailboxFrom: string | null;
  readonly bodyAt: number;
  readonly truncated: readonly Truncation[];
}

/** Mail of old Macs and some archives ends its lines with CR alone. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, 65_536);
  if (head.includes(LF) || !head.includes(CR)) return bytes;
  return bytes.map((byte) => (byte === CR ? LF : byte));
}

interface Line {
  readonly text: string;
  readonly at: number;
  readonly next: number;
}
function lineAt(bytes: Uint8Array, at: number): Line {
  const found = bytes.indexOf(LF, at);
  const next = found < 0 ? bytes.length : found + 1;
  let end = found < 0 ? bytes.length : found;
  while (end > at && bytes[end - 1] === CR) end -= 1;
  return { text: decodeLoose(bytes.subarray(at, Math.min(end, at + MAX_BLOCK))), at, next };
}
const folded = (text: string): boolean => text.startsWith(" ") || text.startsWith("\t");
const isField = (text: string): boolean => FIELD.test(text);

/** Decides about a line that is no field: garbage if fields follow; otherwise the text of a mail without the empty line. */
function fieldsFollow(bytes: Uint8Array, from: number, begun: boolean): boolean {
  let at = from;
  for (let i = 0; i < 3 && at < bytes.length; i += 1) {
    const line = lineAt(bytes, at);
    if (line.text === "") return begun && i === 0;
    if (isField(line.text)) return true;
    at = line.next;
  }
  return false;
}

export function readHeaderBlock(bytes: Uint8Array): HeaderBlock {
  const fields: { name: string; pieces: string[] }[] = [];
  const truncated = new Set<Truncation>();
  let mailboxFrom: string | null = null;
  let at = 0;
  while (at < bytes.length && (bytes[at] === LF || bytes[at] === CR)) at += 1;
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
  const began = at;
  for (let lines = 0; at < bytes.length; lines += 1) {
    if (lines > MAX_LINES || at - began > MAX_BLOCK) {
      truncated.add("headers");
      at = endOfBlock(bytes, at);
      break;
    }
    const line = lineAt(bytes, at);
    if (line.text === "") {
      at = line.next;
      break;
    }
    const field = folded(line.text) ? null : FIELD.exec(line.text);
    if (field !== null) {
      fields.push({ name: (field[1] ?? "").toLowerCase(), pieces: [line.text.slice(field[0].length)] });
    } else if (fields.length > 0 && (folded(line.text) || fields.at(-1)?.pieces.at(-1)?.endsWith(";"))) {
      // A parameter on a line that should have been indented belongs to the type above it.
      fields.at(-1)?.pieces.push(line.text);
    } else if (fields.length === 0 && MAILBOX_LINE.test(line.text)) {
      mailboxFrom = MAILBOX_LINE.exec(line.text)?.[1] ?? null;
    } else if (!fieldsFollow(bytes, line.next, fields.length > 0)) {
      break;
    }
    at = line.next;
  }
  if (fields.length > MAX_HEADERS) truncated.add("headers");
  const named = fields.map(({ name, pieces }) => ({ name, value: pieces.join("").trim() }));
  return {
    headers: named.slice(0, MAX_HEADERS).map(({ name, value }) => ({ name, value: cleanLine(value, MAX_HEADER_VALUE) })),
    whole: (name) => named.filter((one) => one.name === name).map(({ value }) => value),
    mailboxFrom,
    bodyAt: at,
    truncated: [...truncated],
  };
}

function endOfBlock(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return bytes.length;
}

/** Parses header fields that came as a separate text. */
export const parseHeaderBlock = (text: string): HeaderBlock => readHeaderBlock(new TextEncoder().encode(text.slice(0, MAX_BLOCK)));
