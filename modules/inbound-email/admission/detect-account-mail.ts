// Mail of the product itself that comes back to a channel of ours, as it is or passed on. It holds links for accounts and codes, so nothing
// of it is taken in, shown or kept. It is known by a mark that only the installation can make, in a header, the text and the HTML:
// providers replace Message-IDs, forwarders rewrite headers, and some carry one half of a mail only. Where the mark was cut off, a link
// that still works tells it too. Everything here is linear in the mail, whose bytes are bounded.
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
// One match may begin within another: words before a mark can look like its beginning.
const MARK = /sd(?=([0-9a-hjkmnp-tv-z]{26})([0-9a-hjkmnp-tv-z]{26}))/g;
/** The links of mails of accounts and of invitations. */
const LINK = /\/(?:register|recover|confirm|invite)\/([\w-]{43})/gi;
/** Characters of each part that are looked through: what we send is far shorter, and may stand below somebody's words. */
const MAX_SEARCHED_PART = 1_000_000;
/** Of a mail with all that it holds. */
const MAX_SEARCHED = 8_000_000;
/** Marks that are proved, and links that are looked up, for one mail: any number of false ones may stand in it. */
const MAX_MARKS = 200;
const MAX_LINKS = 500;
/** What looks like one in a part, the same ones included. */
const MAX_MATCHES = 10_000;
/** Mails within mails. */
const MAX_DEPTH = 3;

/** Letters and digits alone: quoting, folding and markup put all else between them. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^0-9a-z]+/g, "");

const ESCAPED: Readonly<Record<string, string>> = { "2f": "/", "2d": "-", "5f": "_" };
/** Where a line begins behind the signs of quoting; one that belongs to a token stays. */
const BEGIN = /[a-z0-9]|[-_/](?!\s)/i;
/** The text as links stand in it: lines that were wrapped are joined, and escapes of other programs are undone. */
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

/** A text of a mail; `unseen` = with its markup, where nothing but a link is looked for. */
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
/** A first line like that of a header block. */
const HEADER_LINE = /^(?:From |[!-9;-~]{1,60}:[ \t])/;
function* readable({ name, type, bytes }: MailAttachment): Generator<"mail" | "text"> {
  const begins = HEADER_LINE.test(new TextDecoder("windows-1252").decode(bytes.subarray(0, 100)).trimStart());
  if (type === "message/rfc822" || type === "message/global" || /\.emlx?$/i.test(name ?? "") || begins) yield "mail";
  if (/^(?:text|message)\//.test(type) || TEXT_NAME.test(name ?? "") || begins) yield "text";
}

/** Every text of a mail, those of mails that it passes on too. */
async function* textsOf(mail: InboundMail, depth = 0): AsyncGenerator<MailText> {
  yield { text: mail.subject };
  if (mail.text !== null) yield { text: mail.text };
  if (mail.html !== null) yield* ofHtml(mail.html);
  for (const attachment of mail.attachments) {
    const { type, bytes } = attachment;
    for (const form of readable(attachment)) {
      if (form === "mail" && depth < MAX_DEPTH) yield* textsOf(await parseMail(bytes), depth + 1);
      // Of a mail that was read as one nothing is left to say.
      else if (form === "text" && type !== "message/rfc822")
        // Between the bytes of what we send, charsets of two and four bytes have nothing but zeros.
        yield* ofHtml(decodeLoose(bytes.subarray(0, MAX_SEARCHED_PART)).replaceAll("\0", ""));
    }
  }
  // Last: identities of all kinds stand in them, and only so many texts are taken for a code.
  for (const { value } of mail.headers) yield { text: value };
}

export interface AccountMailTraces {
  /** Mails of the product that it is or holds. */
  readonly marks: readonly SystemMailId[];
  /** What looks like a code of an address. */
  readonly codes: readonly string[];
  /** Whether it holds a link of the product that still works. */
  readonly link: boolean;
}
const CODE = /(?<![0-9a-z])([0-9a-hjkmnp-tv-z]{4})[-\u2010-\u2015]([0-9a-hjkmnp-tv-z]{4})(?![0-9a-z])/gi;
const MAX_CODES = 100;

/** What of our own a mail holds. */
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

/** Whether one of the links works: those of accounts are the installation's, and invitations count in whichever project they are. */
async function hasOpenLink({ db, clock }: Pick<Ctx, "db" | "clock">, tokens: readonly string[]): Promise<boolean> {
  if (tokens.length === 0) return false;
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(tokens.map(sha256))}))`;
  const now = clock.now();
  const [found] = await db.read(
    queryOne(sql`SELECT ${openAccountLink(list, now)} OR ${openInvitationLink(list, now)} ${as.number("works")}`, (row) => row.works !== 0),
  );
  return found === true;
}
