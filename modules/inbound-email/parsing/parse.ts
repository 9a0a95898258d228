// Parses a raw mail. Never throws: a mail that cannot be read becomes a value that says so, with its headers and the beginning of its text.
import type { Attachment } from "postal-mime";
import { cleanLine, cleanText, decodeLoose, isUtf8 } from "./clean-text.ts";
import { boundedBody } from "./bounds.ts";
import { htmlToText } from "./html-text.ts";
import { type Piece, readMime } from "./mime-parser.ts";
import { fewIds, readAddresses, readDate, readIds, readSubject, readType } from "./fields.ts";
import { type HeaderBlock, readHeaderBlock, withLineFeeds } from "./header-block.ts";
import {
  type Truncation,
  type InboundMail,
  type MailAttachment,
  type MailHeader,
  MAX_ATTACHMENTS,
  MAX_BYTES,
  MAX_REFERENCES,
} from "./inbound-mail.ts";

/** Maximum characters of a text after conversion from or to HTML, which can make it six times as long. */
const MAX_TEXT = MAX_BYTES;
/** Bytes of text kept of a mail whose parts cannot be read. */
const FIRST_TEXT = 65_536;
/** The only header fields that decide how the body is read. */
const CONTENT = ["content-type", "content-transfer-encoding", "content-disposition", "content-id"];

const TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** The mail without its body. */
type MailFields = Omit<InboundMail, "unreadable" | "text" | "html" | "attachments" | "structure">;
type MailBody = Pick<InboundMail, "unreadable" | "text" | "html" | "attachments"> & {
  readonly truncated: readonly Truncation[];
  readonly parts: readonly string[];
};

/** The mail fields of a header block, for the two channels that have one. */
export function readMailFields(block: Pick<HeaderBlock, "headers" | "whole" | "mailboxFrom" | "truncated">): MailFields {
  const first = (name: string): string | undefined => block.whole(name)[0];
  const [from, sender, replyTo, to, cc] = (["from", "sender", "reply-to", "to", "cc"] as const).map((name) =>
    readAddresses(block.whole(name)),
  );
  const references = readIds(block.whole("references"));
  return {
    truncated: [
      ...block.truncated,
      ...([from, sender, replyTo, to, cc].some((field) => field?.truncated) ? (["addresses"] as const) : []),
      ...(references.length > MAX_REFERENCES ? (["references"] as const) : []),
    ],
    headers: block.headers,
    mailboxFrom: block.mailboxFrom,
    from: from?.list[0] ?? null,
    sender: sender?.list[0] ?? null,
    replyTo: replyTo?.list ?? [],
    to: to?.list ?? [],
    cc: cc?.list ?? [],
    subject: readSubject(first("subject")),
    date: readDate(first("date")),
    messageId: readIds(block.whole("message-id").slice(0, 1))[0] ?? null,
    inReplyTo: fewIds(readIds(block.whole("in-reply-to")), 10),
    references: fewIds(references),
  };
}

const attachment = (one: Attachment): MailAttachment => ({
  name: one.filename === null ? null : cleanLine(one.filename, 255) || null,
  type: TYPE.test(one.mimeType) ? one.mimeType : "application/octet-stream",
  inline: one.disposition === "inline" || one.related === true,
  contentId: one.contentId === undefined ? null : cleanLine(one.contentId.replaceAll(/[<>]/g, ""), 255) || null,
  bytes: typeof one.content === "string" ? new TextEncoder().encode(one.content) : new Uint8Array(one.content),
});
const bounded = (text: string): string => cleanText(text.slice(0, MAX_TEXT));
/** The text of a mail; null if every part is HTML only, so that `htmlToText` has to make it. */
function plainOf(pieces: readonly Piece[]): string | null {
  if (pieces.every(({ plain }) => plain === null)) return null;
  return bounded(pieces.map(({ plain, html }) => plain ?? htmlToText(html ?? "").text).join("\n"));
}
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
function htmlOf(pieces: readonly Piece[]): string | null {
  if (pieces.every(({ html }) => html === null)) return null;
  return bounded(pieces.map(({ plain, html }) => html ?? `<div style="white-space:pre-wrap">${escaped(plain ?? "")}</div>`).join("\n"));
}

/** A header block for the MIME parser: only the fields that describe the body, each once. */
function contentHead(headers: readonly MailHeader[], body: Uint8Array): string {
  const lines = CONTENT.flatMap((name) => {
    const value = headers.find((header) => header.name === name)?.value;
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const { type, param } = readType(headers.find(({ name }) => name === "content-type")?.value);
  const unlabelled = (type === "" || type === "text/plain" || type === "text/html") && param("charset") === null && !isUtf8(body);
  // Unlabelled eight-bit text that is not UTF-8 is mostly windows-1252.
  const own = `content-type: ${type || "text/plain"}; charset=windows-1252`;
  return (unlabelled ? [own, ...lines.filter((line) => !line.startsWith("content-type:"))] : lines).map((line) => `${line}\n`).join("");
}

function firstText(unreadable: string, body: Uint8Array, truncated: readonly Truncation[]): MailBody {
  const text = cleanText(decodeLoose(body.subarray(0, FIRST_TEXT))).trim();
  return {
    unreadable: text === "" ? null : unreadable,
    truncated,
    text: text === "" ? null : text,
    html: null,
    attachments: [],
    parts: [],
  };
}

async function readMailBody(headers: readonly MailHeader[], whole: Uint8Array): Promise<MailBody> {
  const rootType = headers.find(({ name }) => name === "content-type")?.value ?? "";
  const { body, truncated } = boundedBody(rootType, whole);
  const head = new TextEncoder().encode(`${contentHead(headers, body)}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  try {
    const { pieces, attachments, types } = await readMime(bytes);
    if (pieces.length === 0 && attachments.length === 0) return firstText("no part could be read", body, truncated);
    return {
      unreadable: null,
      truncated: [...truncated, ...(attachments.length > MAX_ATTACHMENTS ? (["attachments"] as const) : [])],
      text: plainOf(pieces),
      html: htmlOf(pieces),
      attachments: attachments.slice(0, MAX_ATTACHMENTS).map(attachment),
      parts: types,
    };
  } catch (error) {
    return firstText(cleanLine(String(error), 200), body, truncated);
  }
}

export function structureOf(headers: readonly MailHeader[], parts: readonly string[]): InboundMail["structure"] {
  const { type, param } = readType(headers.find(({ name }) => name === "content-type")?.value);
  return {
    type: type || "text/plain",
    reportType: type === "multipart/report" ? (param("report-type")?.toLowerCase() ?? null) : null,
    parts: [...new Set(parts.filter((part) => TYPE.test(part)))].slice(0, 100),
  };
}

/** Removes the bytes of the attachment in which the cut falls: its name is kept, half a file is not. */
const withoutLast = (all: readonly MailAttachment[]): MailAttachment[] =>
  all.map((one, i) => (i === all.length - 1 ? { ...one, bytes: new Uint8Array(0) } : one));

/** `isTruncated`: the bytes are only the beginning of a longer mail. */
export async function parseMail(raw: Uint8Array, isTruncated: boolean = raw.length > MAX_BYTES): Promise<InboundMail> {
  const bytes = withLineFeeds(raw.subarray(0, MAX_BYTES));
  const block = readHeaderBlock(bytes);
  const mailFields = readMailFields(block);
  const mailBody = await readMailBody(block.headers, bytes.subarray(block.bodyAt));
  return {
    ...mailFields,
    unreadable: mailBody.unreadable,
    truncated: [...new Set([...(isTruncated ? (["bytes"] as const) : []), ...mailFields.truncated, ...mailBody.truncated])],
    text: mailBody.text,
    html: mailBody.html,
    attachments: isTruncated ? withoutLast(mailBody.attachments) : mailBody.attachments,
    structure: structureOf(block.headers, mailBody.parts),
  };
}
