// Detects mail of the product itself that comes back to an inbound channel, alone or within another mail. It contains account links and
// codes, so nothing of it may be admitted, shown or kept. It is recognised by a signed mark in a header, the text and the HTML, because
// providers replace Message-IDs, forwarders rewrite headers, and some pass on only one of the bodies. Where the mark was cut off, a link
// that still works identifies it too. Everything here is linear in the mail's size, which is bounded.
import type { SystemMailId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { equalTexts, sha256 } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { openAccountLink } from "#modules/accounts";
import { openInvitationLink } from "#modules/projects";
import { type Where, markOf } from "#modules/email";
import { decodeLoose } from "../parsing/clean-text.ts";
import { decodeEntities, withoutTags } from "../parsing/html-text.ts";
import type { InboundMail, MailAttachment } from "../parsing/inbound-mail.ts";
import { parseMail } from "../parsing/parse.ts";
// Lookahead, because one match may begin within another: text before a mark can look like the start of one.
const MARK = /sd(?=([0-9a-hjkmnp-tv-z]{26})([0-9a-hjkmnp-tv-z]{26}))/g;
/** Links in account mail and invitations. */
const LINK = /\/(?:register|recover|confirm|invite)\/([\w-]{43})/gi;
/** Characters searched in each part: our own mails are far shorter, but may be quoted below other text. */
const MAX_SEARCHED_PART = 1_000_000;
/** Characters searched in the whole mail. */
const MAX_SEARCHED = 8_000_000;
/** Limits for marks that are verified and links that are looked up: a mail may contain any number of forged ones. */
const MAX_MARKS = 200;
const MAX_LINKS = 500;
/** Candidates per part, including duplicates. */
const MAX_MATCHES = 10_000;
/** Levels of mails within mails. */
const MAX_DEPTH = 3;

/** Letters and digits only, because quoting, folding and markup insert everything else. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^0-9a-z]+/g, "");

const ESCAPED: Readonly<Record<string, string>> = { "2f": "/", "2d": "-", "5f": "_" };
/** The start of a line after quote marks. A hyphen or underscore that continues a token is kept. */
const BEGIN = /[a-z0-9]|[-_/](?!\s)/i;
/** The text with wrapped lines joined and other programs' escapes decoded, so that links can be found. */
const linksIn = (text: string): string =>
  text
    .normalize("NFKC")
    .split("\n")
    .map((line) => {
      const end = line.trimEnd();
      const begin = end.search(BEGIN);
      return begin < 0 ? "" : end.slice(begin, end.endsWith("=") ? -1 : undefined);
    })
    .join("")
    .replaceAll(/[%=](?:25)*(2f|2d|5f)/gi, (_, code: string) => ESCAPED[code.toLowerCase()] ?? "")
    .replaceAll(/[^\w/-]+/g, "");

/** One text of a mail. `unseen`: includes markup, so only links are searched for. */
interface MailText {
  readonly text: string;
  readonly unseen?: true;
}
const SIGNS: Readonly<Record<string, string>> = { sol: "/", hyphen: "-", dash: "-", lowbar: "_", UnderBar: "_" };
const decodedSigns = (html: string): string =>
  decodeEntities(html.replaceAll(/&(sol|hyphen|dash|lowbar|UnderBar);/g, (_, name: string) => SIGNS[name] ?? ""));
function* ofHtml(html: string): Generator<MailText> {
  const bounded = html.slice(0, MAX_SEARCHED_PART);
  yield { text: decodedSigns(withoutTags(bounded)) };
  yield { text: decodedSigns(bounded), unseen: true };
}

const TEXT_NAME = /\.(?:eml|emlx|msg|mht|mhtml|mbox|txt|text|html?|md|log|rtf)$/i;
/** A first line that looks like a mail's header block. */
const HEADER_LINE = /^(?:From |[!-9;-~]{1,60}:[ \t])/;
function* readable({ name, type, bytes }: MailAttachment): Generator<"mail" | "text"> {
  const begins = HEADER_LINE.test(new TextDecoder("windows-1252").decode(bytes.subarray(0, 100)).trimStart());
  if (type === "message/rfc822" || type === "message/global" || /\.emlx?$/i.test(name ?? "") || begins) yield "mail";
  if (/^(?:text|message)\//.test(type) || TEXT_NAME.test(name ?? "") || begins) yield "text";
}

/** Every text of a mail, including those of attached mails. */
async function* textsOf(mail: InboundMail, depth = 0): AsyncGenerator<MailText> {
  yield { text: mail.subject };
  if (mail.text !== null) yield { text: mail.text };
  if (mail.html !== null) yield* ofHtml(mail.html);
  for (const attachment of mail.attachments) {
    const { type, bytes } = attachment;
    for (const form of readable(attachment)) {
      if (form === "mail" && depth < MAX_DEPTH) yield* textsOf(await parseMail(bytes), depth + 1);
      // Attachments that were parsed as mails need no further search.
      else if (form === "text" && type !== "message/rfc822")
        // In our mails' ASCII text, UTF-16 and UTF-32 differ from it only by zero bytes.
        yield* ofHtml(decodeLoose(bytes.subarray(0, MAX_SEARCHED_PART)).replaceAll("\0", ""));
    }
  }
  // Headers come last, because they contain ids of all kinds and only a limited number of candidates is checked as codes.
  for (const { value } of mail.headers) yield { text: value };
}

export interface AccountMailTraces {
  /** Ids of the product's mails that the mail is or contains. */
  readonly marks: readonly SystemMailId[];
  /** Strings in the form of a verification code. */
  readonly codes: readonly string[];
  /** Whether it contains a link of the product that still works. */
  readonly link: boolean;
}
const CODE = /(?<![0-9a-z])([0-9a-hjkmnp-tv-z]{4})[-\u2010-\u2015]([0-9a-hjkmnp-tv-z]{4})(?![0-9a-z])/gi;
const MAX_CODES = 100;

/** Finds traces of the product's own mail. */
export async function findAccountMail(where: Where & Pick<Ctx, "clock">, mail: InboundMail): Promise<AccountMailTraces> {
  const named = new Map<string, string>();
  const codes = new Set<string>();
  const tokens = new Set<string>();
  let left = MAX_SEARCHED;
  for await (const { text: whole, unseen } of textsOf(mail)) {
    const text = whole.slice(0, Math.min(left, MAX_SEARCHED_PART));
    left -= text.length;
    if (tokens.size < MAX_LINKS) for (const [, token = ""] of matches(linksIn(text), LINK)) tokens.add(token);
    if (unseen) continue;
    if (named.size < MAX_MARKS) for (const [, name = "", proof = ""] of matches(lettersOf(text), MARK)) named.set(`${name}${proof}`, name);
    if (codes.size < MAX_CODES) for (const [, first = "", second = ""] of matches(text, CODE)) codes.add(`${first}${second}`.toLowerCase());
  }
  const marks: SystemMailId[] = [];
  for (const [proved, name] of [...named].slice(0, MAX_MARKS)) {
    const id = `sym_${name}` as SystemMailId;
    if (equalTexts(await markOf(where, id), `sd-${proved}`)) marks.push(id);
  }
  return { marks, codes: [...codes].slice(0, MAX_CODES), link: await hasOpenLink(where, [...tokens].slice(0, MAX_LINKS)) };
}

function* matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let left = MAX_MATCHES;
  for (const look of text.matchAll(pattern)) {
    yield look;
    left -= 1;
    if (left === 0) return;
  }
}

/** Whether one of the links still works. Account links belong to the installation; invitations count in any project. */
async function hasOpenLink({ db, clock }: Pick<Ctx, "db" | "clock">, tokens: readonly string[]): Promise<boolean> {
  if (tokens.length === 0) return false;
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(tokens.map(sha256))}))`;
  const now = clock.now();
  const [found] = await db.read(
    queryOne(sql`SELECT ${openAccountLink(list, now)} OR ${openInvitationLink(list, now)} ${as.number("works")}`, (row) => row.works !== 0),
  );
  return found === true;
}
