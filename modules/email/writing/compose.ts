// Writes subjects and bodies of mail. Pure: the same reply gives the same mail, so that an attempt can be repeated under its key.
import { escapeHtml } from "#kernel/http/html.ts";
import { m } from "#messages";
import type { Author } from "../delivery.ts";
import { asBody, NOTHING, paragraph, type Part, written } from "./parts.ts";
import { htmlOf, quotedLines, textOf } from "./rich-mail.ts";

/** Earlier mails that `References` lists at most. */
export const MAX_REFERENCES = 20;
const MAX_SUBJECT = 200;
/** Characters of the customer's last message that are quoted. */
const MAX_QUOTE = 8000;

/** The text on one line, without characters that could start a header, end a quoted name or change the text direction. */
export const headerText = (text: string, max: number): string =>
  [
    ...text
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
      .replaceAll(/ {2,}/g, " ")
      .trim(),
  ]
    .slice(0, max)
    .join("");

/** The display name of a mail's sender. */
export function senderNameOf(author: Author, settings: { senderName: string | null }, projectName: string): string {
  const base = headerText(settings.senderName ?? projectName, 80);
  const person = author.role === "operator" && author.name !== null ? headerText(author.name, 80) : "";
  return person === "" ? base : m.email_person_at({ person, project: base });
}

// "Re:" in the languages of common mail programs, also counted ("Re[2]:").
const REPLY_PREFIX = /^\s*(?:re|aw|sv|vs|antw|ant|odp|ynt|rif|ref|tr|回复|回覆|答复|答覆|返信)(?:\s*\[\d{1,3}\])?\s*[:：]\s*/iu;

/** Subject of a reply: the customer's own with one "Re:" if their address is verified and they wrote by mail; else a neutral one. */
export function subjectOf(inReplyTo: string | null | undefined, projectName: string): string {
  let subject = headerText(inReplyTo ?? "", MAX_SUBJECT * 2);
  while (REPLY_PREFIX.test(subject)) subject = subject.replace(REPLY_PREFIX, "");
  return subject === "" ? neutralSubject(projectName) : `Re: ${headerText(subject, MAX_SUBJECT)}`;
}
/** Subject of the first mail of a conversation; `subject` is null when the address is not verified. */
export const firstSubject = (subject: string | null, projectName: string): string =>
  headerText(subject ?? "", MAX_SUBJECT) || m.email_a_message_from({ projectName: headerText(projectName, 80) });
/** Subject of a reply: the author's own or the thread's, but only if the addresses of all recipients are verified. */
export function answerSubject(
  of: { proved: boolean; thread: { subject: string | null; ours: string | null }; chosen?: string | undefined },
  projectName: string,
): string {
  if (!of.proved) return of.thread.ours === null ? neutralSubject(projectName) : firstSubject(null, projectName);
  const chosen = headerText(of.chosen ?? "", MAX_SUBJECT);
  return chosen === "" ? subjectOf(of.thread.subject ?? of.thread.ours, projectName) : chosen;
}
export function forwardSubject(subject: string | null, projectName: string): string {
  const bare = headerText(subject ?? "", MAX_SUBJECT);
  return `Fwd: ${bare === "" ? m.email_a_message_to({ projectName: headerText(projectName, 80) }) : bare}`;
}
export const neutralSubject = (projectName: string): string => m.email_your_message_to({ projectName: headerText(projectName, 80) });

/** A foreign Message-ID in the form of a header; undefined when it is malformed. */
const asReference = (id: string): string | undefined =>
  /^[\x21-\x3b\x3d\x3f-\x7e]{3,250}$/.test(id) && id.includes("@") ? `<${id}>` : undefined;

export interface Thread {
  /** Message-IDs of the conversation's mails, oldest first, without angle brackets. */
  readonly references: readonly string[];
  /** Message-ID of the newest received mail. */
  readonly inReplyTo: string | null;
}
export function threadHeaders({ references, inReplyTo }: Thread): Record<string, string> {
  const parent = inReplyTo === null ? undefined : asReference(inReplyTo);
  if (parent === undefined) return {};
  const known = references.flatMap((id) => asReference(id) ?? []).filter((id) => id !== parent);
  return { "In-Reply-To": parent, References: [...known.slice(1 - MAX_REFERENCES), parent].join(" ") };
}

/** Headers that mark automatic mail, so that programs do not answer it (RFC 3834; the second header is Exchange's own). */
export const automaticHeaders = (role: Author["role"]): Record<string, string> => ({
  "Auto-Submitted": role === "assistant" ? "auto-replied" : "auto-generated",
  "X-Auto-Response-Suppress": "All",
});

export interface Body {
  readonly content: string;
  readonly signature: string;
  /** The customer's last message; null when the address is not verified. */
  readonly quote: { readonly content: string; readonly at: number } | null;
  /** Names of files that are too large for a mail. */
  readonly tooLarge: readonly string[];
}
const markdown = (content: string): Part => (content.trim() === "" ? NOTHING : { text: textOf(content), html: htmlOf(content) });
/** The signature below its delimiter line, two hyphens and a space. Removes a delimiter that people wrote themselves. */
function signatureOf(signature: string): Part {
  const signed = signature
    .trim()
    .replace(/^--[ \t]*(?:\r?\n|$)/, "")
    .trim();
  return written(signed === "" ? "" : `-- \n${signed}`);
}
const tooLargeOf = (names: readonly string[], message: (inputs: { names: string }) => string): Part =>
  paragraph(names.length === 0 ? "" : message({ names: names.map((name) => headerText(name, 200)).join(", ") }));
export const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

export interface ForwardBody extends Omit<Body, "quote"> {
  readonly message: { readonly from: string; readonly at: number; readonly content: string };
}
/** The forwarder's text, then the message with its author and time. */
export function forwardBody({ content, signature, tooLarge, message }: ForwardBody): Part {
  const head = [
    m.email_forwarded_head(),
    m.email_forwarded_from({ from: headerText(message.from, 400) }),
    m.email_forwarded_date({ time: stamp(message.at) }),
  ];
  return asBody([
    markdown(content),
    signatureOf(signature),
    paragraph(head.join("\n")),
    markdown(message.content),
    tooLargeOf(tooLarge, m.email_too_large),
  ]);
}

/** A reply with the signature and the quoted message below. */
export function bodyOf({ content, signature, quote, tooLarge }: Body): Part {
  const quoted = quote === null ? "" : quote.content.slice(0, MAX_QUOTE).trim();
  const introduction = quoted === "" || quote === null ? "" : m.email_quote_head({ time: stamp(quote.at) });
  return asBody([
    markdown(content),
    tooLargeOf(tooLarge, m.email_too_large_reply),
    signatureOf(signature),
    introduction === ""
      ? NOTHING
      : {
          text: `${introduction}\n${quotedLines(textOf(quoted))}`,
          html: `${paragraph(introduction).html}<blockquote type="cite">${htmlOf(quoted)}</blockquote>`,
        },
  ]);
}

/** A paragraph of our own text, or of plain text that somebody wrote, a message's Markdown, a link with the text before it, or words that are a link. */
export type Block =
  | { readonly plain: string }
  | { readonly written: string }
  | { readonly markdown: string }
  | { readonly link: string; readonly words: string }
  | { readonly link: string; readonly label: string };
/** A mail of several blocks, with the project's signature if it has one. */
export const bodyOfBlocks = (blocks: readonly Block[], signature = ""): Part =>
  asBody([
    ...blocks.map((block): Part => {
      if ("markdown" in block) return markdown(block.markdown);
      if ("plain" in block) return paragraph(block.plain);
      if ("written" in block) return written(block.written);
      const link = escapeHtml(block.link);
      // Without HTML nothing can be behind words.
      if ("label" in block)
        return { text: `${block.label}\n${block.link}`, html: `<p><a href="${link}">${escapeHtml(block.label)}</a></p>` };
      return { text: `${block.words}\n${block.link}`, html: `<p>${escapeHtml(block.words)}<br><a href="${link}">${link}</a></p>` };
    }),
    signatureOf(signature),
  ]);

/** All files if together they fit into one mail, else none, so that nobody mistakes a part for the whole. */
export function fitting<F extends { size: number; name: string }>(
  files: readonly F[],
  room: number,
): { attached: F[]; tooLarge: string[] } {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return total <= room ? { attached: [...files], tooLarge: [] } : { attached: [], tooLarge: files.map(({ name }) => name) };
}
