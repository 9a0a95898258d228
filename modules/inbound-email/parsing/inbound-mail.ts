// What a mail is to the product, whichever of the three channels it came in by. Everything in it is bounded and clean text.

/** Bytes of a mail that are read; the raw mail stays whole in the store. */
export const MAX_BYTES = 8 * 1024 * 1024;
export const MAX_HEADERS = 1000;
/** Of one header's value as it is kept. */
export const MAX_HEADER_VALUE = 8192;
/** Addresses kept of one field: a mail to more people than that is no less a mail, and nobody reads the rest. */
export const MAX_ADDRESSES = 500;
/** Identities kept of References: the first one and the latest others, which are those that a thread is found by. */
export const MAX_REFERENCES = 100;
export const MAX_ATTACHMENTS = 1000;
export const MAX_SUBJECT = 1000;
/** Longest identity of a mail that can be one: a line of RFC 5322. */
export const MAX_ID = 998;

export interface MailAddress {
  readonly name: string;
  /** As written, with the domain in lower case; "" when the field had a name only. */
  readonly address: string;
  /** The group of RFC 5322 that it stood in. */
  readonly group?: string;
}
export interface MailHeader {
  /** In lower case. */
  readonly name: string;
  /** Unfolded, not decoded. */
  readonly value: string;
}
export interface MailAttachment {
  readonly name: string | null;
  readonly type: string;
  readonly inline: boolean;
  /** Without its angle brackets, as `cid:` names it. */
  readonly contentId: string | null;
  readonly bytes: Uint8Array;
}
export interface MailStructure {
  /** The type of the whole. */
  readonly type: string;
  /** Of a multipart/report. */
  readonly reportType: string | null;
  /** The types of its leaves, each once. */
  readonly parts: readonly string[];
}
/** What was more than this value holds. */
export type Cut = "bytes" | "lines" | "parts" | "headers" | "addresses" | "references" | "attachments";

export interface InboundMail {
  /** Why the parts could not be read; the headers and the first text stand all the same. */
  readonly unreadable: string | null;
  readonly cut: readonly Cut[];
  /** In their order, duplicates included. */
  readonly headers: readonly MailHeader[];
  /** The sender named by a mailbox file's own first line. */
  readonly mailboxFrom: string | null;
  readonly from: MailAddress | null;
  readonly sender: MailAddress | null;
  readonly replyTo: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly subject: string;
  /** ISO 8601, or null when absent or no date. */
  readonly date: string | null;
  /** Identities without angle brackets. */
  readonly messageId: string | null;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly MailAttachment[];
  readonly structure: MailStructure;
}
