// Extracts the text of a mail as the conversation shows it: the text part, or the converted HTML without one, separated from the history.
import { htmlToText } from "../parsing/html-text.ts";
import type { InboundMail } from "../parsing/inbound-mail.ts";
import { type Stripped, stripQuotes } from "./quotes.ts";

export interface Written extends Stripped {
  /** The whole text, of which the others are parts. */
  readonly text: string;
}

export function writtenIn({ text, html, subject }: Pick<InboundMail, "text" | "html" | "subject">): Written {
  const read = text !== null && (text.trim() !== "" || html === null) ? { text, marks: [] } : htmlToText(html ?? "");
  return { text: read.text, ...stripQuotes(read.text, { marks: read.marks, subject }) };
}
