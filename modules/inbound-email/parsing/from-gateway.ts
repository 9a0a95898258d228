// Converts the JSON of the gateway route to a mail: a raw mail in one string, or separate fields. The route validates the shape; sizes are
// limited here.
import { cleanLine, cleanText } from "./clean-text.ts";
import { readType } from "./fields.ts";
import { parseHeaderBlock } from "./header-block.ts";
import { type InboundMail, type MailAttachment, type MailHeader, MAX_ATTACHMENTS, MAX_BYTES } from "./inbound-mail.ts";
import { parseMail, readMailFields } from "./parse.ts";

type GatewayAddress = string | { readonly address?: string | undefined; readonly name?: string | undefined };
export type GatewayAddressList = GatewayAddress | readonly GatewayAddress[];
export type HeaderInput =
  | string
  | readonly (string | { readonly name: string; readonly value: string })[]
  | Readonly<Record<string, string | readonly string[]>>;
export interface GatewayAttachment {
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
  readonly contentId?: string | undefined;
  readonly disposition?: string | undefined;
  /** Base64-encoded. */
  readonly content: string;
}
export interface GatewayFields {
  readonly from: GatewayAddressList;
  readonly to: GatewayAddressList;
  readonly cc?: GatewayAddressList | undefined;
  readonly replyTo?: GatewayAddressList | undefined;
  readonly subject?: string | undefined;
  readonly date?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly messageId?: string | undefined;
  readonly inReplyTo?: string | readonly string[] | undefined;
  readonly references?: string | readonly string[] | undefined;
  readonly attachments?: readonly GatewayAttachment[] | undefined;
}
export interface GatewayMail {
  readonly message: string | GatewayFields;
  readonly subject?: string | undefined;
  readonly headers?: HeaderInput | undefined;
  /** Whether the message is the beginning of a longer one. */
  readonly truncated?: boolean;
}

const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];
const formatAddress = (one: GatewayAddress): string => {
  if (typeof one === "string") return one;
  const address = (one.address ?? "").replaceAll(/[<>\r\n]/g, "");
  const name = (one.name ?? "").replaceAll(/["\\\r\n]/g, " ").trim();
  return name === "" ? address : `"${name}" <${address}>`;
};
const formatAddressList = (value: GatewayAddressList | undefined): string => list(value).slice(0, 20_000).map(formatAddress).join(", ");
const ids = (value: string | readonly string[] | undefined): string => list(value).slice(0, 2000).join(" ");

/** Header fields in any of the shapes that gateways use. */
export function readHeaders(input: HeaderInput | undefined): readonly MailHeader[] {
  if (input === undefined) return [];
  if (typeof input === "string") return parseHeaderBlock(input).headers;
  if (Array.isArray(input))
    return (input as readonly (string | MailHeader)[]).flatMap((one) =>
      typeof one === "string" ? parseHeaderBlock(one).headers : parseHeaderField(one.name, one.value),
    );
  return Object.entries(input as Readonly<Record<string, string | readonly string[]>>).flatMap(([name, value]) =>
    list(value).flatMap((one) => parseHeaderField(name, one)),
  );
}
const parseHeaderField = (name: string, value: string): readonly MailHeader[] =>
  parseHeaderBlock(`${name.replaceAll(/[\s:]+/g, "")}: ${value.replaceAll(/\r?\n[ \t]*/g, " ")}`).headers;

/** Adds fields that were sent next to the mail, unless the mail itself has them. */
function withHeaders(mail: InboundMail, more: readonly MailHeader[], subject: string | undefined): InboundMail {
  const known = new Set(mail.headers.map(({ name, value }) => `${name}:${value}`));
  const added = more.filter(({ name, value }) => !known.has(`${name}:${value}`));
  const mailFields = readMailFields(parseHeaderBlock([...mail.headers, ...added].map(({ name, value }) => `${name}: ${value}`).join("\n")));
  const type = readType(mailFields.headers.find(({ name }) => name === "content-type")?.value);
  return {
    ...mail,
    headers: mailFields.headers,
    from: mail.from ?? mailFields.from,
    sender: mail.sender ?? mailFields.sender,
    replyTo: mail.replyTo.length > 0 ? mail.replyTo : mailFields.replyTo,
    date: mail.date ?? mailFields.date,
    messageId: mail.messageId ?? mailFields.messageId,
    inReplyTo: mail.inReplyTo.length > 0 ? mail.inReplyTo : mailFields.inReplyTo,
    references: mail.references.length > 0 ? mail.references : mailFields.references,
    subject: mail.subject || mailFields.subject || cleanLine(subject ?? "", 1000),
    structure:
      mail.structure.reportType === null && type.type === "multipart/report"
        ? { ...mail.structure, type: type.type, reportType: type.param("report-type")?.toLowerCase() ?? null }
        : mail.structure,
  };
}

export function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll(/[^A-Za-z0-9+/]/g, "")), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
const attached = (one: GatewayAttachment): MailAttachment => ({
  name: cleanLine(one.filename ?? "", 255) || null,
  type: readType(one.contentType).type || "application/octet-stream",
  inline: one.disposition === "inline" || (one.contentId ?? "") !== "",
  contentId: cleanLine((one.contentId ?? "").replaceAll(/[<>]/g, ""), 255) || null,
  bytes: bytesOfBase64(one.content),
});

/** Builds a mail from fields. Their values are untrusted, so they are parsed as a header block, one line each. */
export function mailOfFields(fields: GatewayFields, attachments: readonly MailAttachment[]): InboundMail {
  const lines = {
    from: formatAddressList(fields.from),
    to: formatAddressList(fields.to),
    cc: formatAddressList(fields.cc),
    "reply-to": formatAddressList(fields.replyTo),
    subject: fields.subject ?? "",
    date: fields.date ?? "",
    "message-id": fields.messageId ?? "",
    "in-reply-to": ids(fields.inReplyTo),
    references: ids(fields.references),
  };
  const block = Object.entries(lines).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value.replaceAll(/[\r\n]+/g, " ")}`]));
  const body = (text: string | undefined): string | null =>
    text === undefined || text === "" ? null : cleanText(text.slice(0, MAX_BYTES));
  const [text, html] = [body(fields.text), body(fields.html)];
  return {
    ...readMailFields(parseHeaderBlock(block.join("\n"))),
    unreadable: null,
    text,
    html,
    attachments: attachments.slice(0, MAX_ATTACHMENTS),
    structure: {
      type: html === null ? "text/plain" : "text/html",
      reportType: null,
      parts: [
        ...new Set([
          ...(text === null ? [] : ["text/plain"]),
          ...(html === null ? [] : ["text/html"]),
          ...attachments.map(({ type }) => type),
        ]),
      ].slice(0, 100),
    },
  };
}

export async function mailFromGateway({ message, subject, headers, truncated }: GatewayMail): Promise<InboundMail> {
  const mail =
    typeof message === "string"
      ? await parseMail(new TextEncoder().encode(message.slice(0, MAX_BYTES + 1)), truncated)
      : mailOfFields(message, (message.attachments ?? []).slice(0, MAX_ATTACHMENTS).map(attached));
  const more = readHeaders(headers);
  return more.length === 0 && subject === undefined ? mail : withHeaders(mail, more, subject);
}
