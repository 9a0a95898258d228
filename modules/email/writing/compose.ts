// Subjects and bodies of mail. Pure: the same reply makes the same mail, so that an attempt can be repeated under its key.
import { escapeHtml } from "#kernel/http/html.ts";
import { m } from "#messages";
import type { Author } from "../delivery.ts";
import { asBody, NOTHING, paragraph, type Part } from "./parts.ts";
import { htmlOf, quotedLines, textOf } from "./rich-mail.ts";

/** How many earlier mails `References` names. */
export const MAX_REFERENCES = 20;
const MAX_SUBJECT = 200;
/** Characters of the customer's last message that are quoted. */
const MAX_QUOTE = 8000;

/** On one line and without signs that could begin a header, close a quoted name or turn letters around. */
export const headerText = (text: string, max: number): string =>
  [
    ...text
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
      .replaceAll(/ {2,}/g, " ")
      .trim(),
  ]
    .slice(0, max)
    .join("");

/** Whom the mail is from, as mail programs show it. */
export function senderNameOf(author: Author, settings: { senderName: string | null }, projectName: string): string {
  const base = headerText(settings.senderName ?? projectName, 80);
  const person = author.role === "operator" && author.name !== null ? headerText(author.name, 80) : "";
  return person === "" ? base : m.email_person_at({ person, project: base });
}

// "Re:" in the languages of common mail programs, also counted ("Re[2]:").
const REPLY_PREFIX = /^\s*(?:re|aw|sv|vs|antw|ant|odp|ynt|rif|ref|tr|回复|回覆|答复|答覆|返信)(?:\s*\[\d{1,3}\])?\s*[:：]\s*/iu;

/** Of an answer to a proved address that has written mail: its own subject with one "Re:"; else a neutral one. */
export function subjectOf(inReplyTo: string | null | undefined, projectName: string): string {
  let subject = headerText(inReplyTo ?? "", MAX_SUBJECT * 2);
  while (REPLY_PREFIX.test(subject)) subject = subject.replace(REPLY_PREFIX, "");
  return subject === "" ? neutralSubject(projectName) : `Re: ${headerText(subject, MAX_SUBJECT)}`;
}
/** Of the first mail of a conversation that we begin; null where nobody proved the address. */
export const firstSubject = (subject: string | null, projectName: string): string =>
  headerText(subject ?? "", MAX_SUBJECT) || m.email_a_message_from({ projectName: headerText(projectName, 80) });
/** Of an answer: the thread's own, or the one its author chose, where everybody who gets it has proved the address. */
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

/** A Message-ID that another program may have made, fit for a header of ours; undefined for nonsense. */
const asReference = (id: string): string | undefined =>
  /^[\x21-\x3b\x3d\x3f-\x7e]{3,250}$/.test(id) && id.includes("@") ? `<${id}>` : undefined;

export interface Thread {
  /** Message-IDs of the conversation's mails, oldest first, without angle brackets. */
  readonly references: readonly string[];
  /** The one of the newest mail that came in. */
  readonly inReplyTo: string | null;
}
export function threadHeaders({ references, inReplyTo }: Thread): Record<string, string> {
  const parent = inReplyTo === null ? undefined : asReference(inReplyTo);
  if (parent === undefined) return {};
  const known = references.flatMap((id) => asReference(id) ?? []).filter((id) => id !== parent);
  return { "In-Reply-To": parent, References: [...known.slice(1 - MAX_REFERENCES), parent].join(" ") };
}

/** That a program sent it, so that programs do not answer (RFC 3834; the second header is Exchange's own). */
export const automaticHeaders = (role: Author["role"]): Record<string, string> => ({
  "Auto-Submitted": role === "assistant" ? "auto-replied" : "auto-generated",
  "X-Auto-Response-Suppress": "All",
});

export interface Body {
  readonly content: string;
  readonly signature: string;
  /** What the customer wrote last; null for an address that is not proved. */
  readonly quote: { readonly content: string; readonly at: number } | null;
  /** Names of files that are too large for a mail. */
  readonly tooLarge: readonly string[];
}
const markdown = (content: string): Part => (content.trim() === "" ? NOTHING : { text: textOf(content), html: htmlOf(content) });
/** The line that begins a signature, two hyphens and a space, is ours; many people write it themselves. */
function signatureOf(signature: string): Part {
  const signed = signature
    .trim()
    .replace(/^--[ \t]*(?:\r?\n|$)/, "")
    .trim();
  return paragraph(signed === "" ? "" : `-- \n${signed}`);
}
const tooLargeOf = (names: readonly string[], message: (inputs: { names: string }) => string): Part =>
  paragraph(names.length === 0 ? "" : message({ names: names.map((name) => headerText(name, 200)).join(", ") }));
export const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

export interface ForwardBody extends Omit<Body, "quote"> {
  readonly message: { readonly from: string; readonly at: number; readonly content: string };
}
/** The words of whoever passes it on, then the message as it stands, with who wrote it and when. */
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

/** An answer, with the signature and what it answers below. */
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

/** A paragraph of our own words, a message's Markdown, or a link with the words before it. */
export type Block = { readonly plain: string } | { readonly markdown: string } | { readonly link: string; readonly words: string };
/** A mail of several parts, with the project's signature, if it has one. */
export const bodyOfBlocks = (blocks: readonly Block[], signature = ""): Part =>
  asBody([
    ...blocks.map((block): Part => {
      if ("markdown" in block) return markdown(block.markdown);
      if ("plain" in block) return paragraph(block.plain);
      const link = escapeHtml(block.link);
      return { text: `${block.words}\n${block.link}`, html: `<p>${escapeHtml(block.words)}<br><a href="${link}">${link}</a></p>` };
    }),
    signatureOf(signature),
  ]);

/** All files when they fit into the room together; else none of them, so that nobody takes a part for the whole. */
export function fitting<F extends { size: number; name: string }>(
  files: readonly F[],
  room: number,
): { attached: F[]; tooLarge: string[] } {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return total <= room ? { attached: [...files], tooLarge: [] } : { attached: [], tooLarge: files.map(({ name }) => name) };
}
