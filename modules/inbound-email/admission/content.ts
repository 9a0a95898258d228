// Writes a mail's text as the Markdown of a message. A mail is plain: every character stays what it is.
import { m } from "#messages";
import { NOTHING_NEW } from "../contract.ts";
import { writtenIn } from "../quotes/written.ts";
import type { InboundMail } from "../parsing/inbound-mail.ts";

/** Characters of a text that a message holds; the whole of a longer one is an object. */
const MAX_TEXT = 64 * 1024;
/** What a message holds of a longer one. */
const BEGINNING = 16_000;
/** Characters of a quoted history that a row holds. */
const MAX_QUOTED = 64 * 1024;

// Addresses of pages and people are left alone: an escape within would cut their links. An address is looked for where a word
// begins only: from every sign of a long word on, the rest of it would be read once more.
const LINK = /(?:https?:\/\/|www\.)[^\s<>]+|(?<![^\s<>])[^\s<>]+@[^\s<>]+/gi;

/** A text as Markdown that shows exactly it. */
export const literal = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      let out = "";
      let at = 0;
      for (const { 0: link, index } of line.matchAll(LINK)) {
        out += escaped(line.slice(at, index)) + link;
        at = index + link.length;
      }
      return block(out + escaped(line.slice(at)));
    })
    .join("\n");
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]<~|]/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll(/&(?=#?\w{1,31};)/g, "\\&");
/** Signs that mean something at the beginning of a line only. */
const block = (line: string): string =>
  line
    .replace(/^[ \t]{4,}|^[ ]{0,3}\t[ \t]*/, (space) => "\u00a0".repeat(Math.min(40, space.replaceAll("\t", "    ").length)))
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+\s*$|-{2,}\s*$)/, "$1\\$2")
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/, "$1\\$2");

/** Of a program's mail in which no field of a mail is, or whose parts have gone. */

export interface Content {
  readonly content: string;
  /** The whole text, when the message or the row holds less of it. */
  readonly whole: string | null;
  readonly quoted: string | null;
}
/** `left` = names of attachments that are in the original only; `automatic` = a program wrote it. */
export function contentOf(mail: InboundMail, left: readonly string[], attached: number, automatic: boolean): Content {
  const written = writtenIn(mail);
  // The signature is part of what somebody sent.
  const lines = `${written.reply}\n${written.signature}`.split("\n").map((line) => line.trimEnd());
  const last = lines.findLastIndex((line) => line !== "");
  const said = lines
    .slice(
      Math.max(
        0,
        lines.findIndex((line) => line !== ""),
      ),
      last + 1,
    )
    .join("\n");
  const quoted = written.quoted.trim() === "" ? null : written.quoted;
  const nothingNew = quoted !== null && written.reply.trim() === "" && attached === 0;
  const long = said.length > MAX_TEXT;
  const notes = [
    ...(automatic && mail.headers.length === 0 ? [m.inbound_email_automatic_unread()] : []),
    ...(long ? [m.inbound_email_beginning()] : []),
    ...(mail.unreadable === null ? [] : [m.inbound_email_parts_unread()]),
    ...(left.length === 0 ? [] : [onlyInOriginal(left)]),
  ];
  const text = literal(long ? `${said.slice(0, BEGINNING).replace(/[\ud800-\udbff]$/, "")}…` : said);
  const content = [nothingNew ? NOTHING_NEW : "", text, literal(notes.join("\n"))].filter((piece) => piece !== "").join("\n\n");
  return {
    content:
      content === "" && attached === 0
        ? automatic && mail.structure.type.startsWith("multipart/")
          ? m.inbound_email_automatic_unread()
          : m.inbound_email_no_text()
        : content,
    whole: long || (quoted !== null && quoted.length > MAX_QUOTED) ? written.text : null,
    quoted: quoted !== null && quoted.length <= MAX_QUOTED ? quoted : null,
  };
}

/** Names of attachments that stay behind; of many the first few. */
function onlyInOriginal(left: readonly string[]): string {
  const names = left.slice(0, 20).join(", ");
  return left.length > 20
    ? m.inbound_email_only_in_original_more({ names, count: left.length - 20 })
    : m.inbound_email_only_in_original({ names });
}
