// A parsed mail, the same for all three channels. All fields are bounded and clean text.

/** Bytes of a mail that are parsed; the original is stored whole. */
export const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_HEADERS = 1000;
/** Characters of a header value that are kept. */
export const MAX_HEADER_VALUE = 8192;
/** Addresses kept of one field; the rest of a longer list is dropped. */
export const MAX_ADDRESSES = 500;
/** Message-IDs kept of References: the first and the latest, by which a thread is found. */
export const MAX_REFERENCES = 100;
export const MAX_ATTACHMENTS = 1000;
export const MAX_SUBJECT = 1000;
/** Maximum length of a Message-ID: a line of RFC 5322. */
export const MAX_ID = 998;

export interface MailAddress {
  readonly name: string;
  /** As written, with the domain in lower case; "" if the field had only a name. */
  readonly address: string;
  /** The RFC 5322 group that contained it. */
  readonly group?: string;
}
export interface MailHeader {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, not decoded. */
  readonly value: string;
}
export interface MailAttachment {
  readonly name: string | null;
  readonly type: string;
  readonly inline: boolean;
  /** Content-ID without angle brackets, as in `cid:` URLs. */
  readonly contentId: string | null;
  readonly bytes: Uint8Array;
}
export interface MailStructure {
  /** The top-level content type. */
  readonly type: string;
  /** The report type of a multipart/report. */
  readonly reportType: string | null;
  /** The content types of all leaf parts, without duplicates. */
  readonly parts: readonly string[];
}
/** What exceeded a limit and was cut. */
export type Truncation = "bytes" | "lines" | "parts" | "headers" | "addresses" | "references" | "attachments";

export interface InboundMail {
  /** Why the parts could not be read; headers and the beginning of the text are still there. */
  readonly unreadable: string | null;
  readonly truncated: readonly Truncation[];
  /** In order, with duplicates. */
  readonly headers: readonly MailHeader[];
  /** The sender from the first line of an mbox file. */
  readonly mailboxFrom: string | null;
  readonly from: MailAddress | null;
  readonly sender: MailAddress | null;
  readonly replyTo: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly subject: string;
  /** ISO 8601, or null if absent or invalid. */
  readonly date: string | null;
  /** Message-IDs without angle brackets. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly MailAttachment[];
  readonly structure: MailStructure;
}
