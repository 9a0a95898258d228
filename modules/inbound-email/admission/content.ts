// Converts the text of a mail to the Markdown of a message. A mail is plain text, so every character is escaped to stay what it is.
import { m } from "#messages";
import { NOTHING_NEW } from "../contract.ts";
import { writtenIn } from "../quotes/written.ts";
import type { InboundMail } from "../parsing/inbound-mail.ts";

/** Maximum characters of a message; longer texts are stored whole as an object. */
const MAX_TEXT = 64 * 1024;
/** Characters of a longer text that the message holds. */
const BEGINNING = 16_000;
/** Maximum characters of a quoted history in a row. */
const MAX_QUOTED = 64 * 1024;

// URLs and addresses are not escaped, because an escape would break them. They are searched for only at the beginning of a word: starting
// at every character of a long word would take quadratic time.
const LINK = /(?:https?:\/\/|www\.)[^\s<>]+|(?<![^\s<>])[^\s<>]+@[^\s<>]+/gi;

/** Markdown that renders as exactly this text. */
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
/** Escapes characters that have a meaning only at the beginning of a line. */
const block = (line: string): string =>
  line
    .replace(/^[ \t]{4,}|^[ ]{0,3}\t[ \t]*/, (space) => "\u00a0".repeat(Math.min(40, space.replaceAll("\t", "    ").length)))
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+\s*$|-{2,}\s*$)/, "$1\\$2")
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/, "$1\\$2");

/** Content of an automatic mail without readable header fields, or whose body could not be read. */

export interface Content {
  readonly content: string;
  /** The whole text, if the message or the row holds only part of it. */
  readonly whole: string | null;
  readonly quoted: string | null;
}
/** `left`: names of attachments that are only in the original. `automatic`: a program wrote the mail. */
export function contentOf(mail: InboundMail, left: readonly string[], attached: number, automatic: boolean): Content {
  const written = writtenIn(mail);
  // The signature is part of the message.
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
