// Mail of the product itself that comes back to a door of ours, as it is or passed on. It holds links for accounts and codes, so nothing
// of it is taken in, shown or kept. It is known by a mark that only the installation can make, in a header, the text and the HTML:
// providers replace Message-IDs, forwarders rewrite headers, and some carry one half of a mail only.
import type { SystemMailId } from "#kernel/ids/index.ts";
import { equalTexts } from "#kernel/auth/index.ts";
import type { InboundMail } from "../mail/inbound-mail.ts";
import { parseMail } from "../mail/parse.ts";
import { proofOf, type Where } from "../reply-address.ts";

const PURPOSE = "own-mail";
export const MARK_HEADER = "X-Seed-Desk-Mail";
const MARK = /sd-([0-9a-hjkmnp-tv-z]{26})([0-9a-hjkmnp-tv-z]{26})/g;
/** Characters of each part that are looked through: what we send is far shorter, and may stand below somebody's words. */
const LOOKED_THROUGH = 1_000_000;
/** Marks that are proved for one mail: any number of false ones may stand in it. */
const MAX_MARKS = 50;
/** Mails within mails. */
const DEEPEST = 3;

/** The mark of a mail of the product. */
export const markOf = async (where: Where, id: SystemMailId): Promise<string> => `sd-${id.slice(4)}${await proofOf(where, PURPOSE, id)}`;

// What quoting, folding and markup put between the letters.
const joined = (text: string): string =>
  text
    .slice(0, LOOKED_THROUGH)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/=\r?\n|[\s>|*\u00ad\u200b-\u200d\u2060\ufeff]+/g, "");
const bare = (html: string): string => html.slice(0, LOOKED_THROUGH).replaceAll(/<[^>]*>/g, "");

/** Every text of a mail, those of mails that it passes on too. */
async function* textsOf(mail: InboundMail, depth = 0): AsyncGenerator<string> {
  yield mail.subject;
  if (mail.text !== null) yield mail.text;
  if (mail.html !== null) yield bare(mail.html);
  for (const { type, bytes } of mail.attachments) {
    if (type === "message/rfc822" && depth < DEEPEST) yield* textsOf(await parseMail(bytes), depth + 1);
    else if (/^(?:text|message)\//.test(type)) yield bare(new TextDecoder().decode(bytes.subarray(0, LOOKED_THROUGH)));
  }
  // Last: identities of all kinds stand in them, and only so many texts are taken for a code.
  for (const { value } of mail.headers) yield value;
}

export interface OwnMail {
  /** Mails of the product that it is or holds. */
  readonly marks: readonly SystemMailId[];
  /** What looks like a code of an address. */
  readonly codes: readonly string[];
}
const CODE = /(?<![0-9a-z])([0-9a-hjkmnp-tv-z]{4})[-\u2010-\u2015]([0-9a-hjkmnp-tv-z]{4})(?![0-9a-z])/gi;
const MAX_CODES = 100;

/** What of our own a mail holds. */
export async function ownMailIn(where: Where, mail: InboundMail): Promise<OwnMail> {
  const named = new Map<string, string>();
  const codes = new Set<string>();
  for await (const text of textsOf(mail)) {
    if (named.size < MAX_MARKS) for (const [, name = "", proof = ""] of joined(text).matchAll(MARK)) named.set(`${name}${proof}`, name);
    if (codes.size < MAX_CODES)
      for (const [, first = "", second = ""] of text.slice(0, LOOKED_THROUGH).matchAll(CODE)) codes.add(`${first}${second}`.toLowerCase());
  }
  const marks: SystemMailId[] = [];
  for (const [whole, name] of [...named].slice(0, MAX_MARKS)) {
    const id = `sym_${name}` as SystemMailId;
    if (equalTexts(await markOf(where, id), `sd-${whole}`)) marks.push(id);
  }
  return { marks, codes: [...codes].slice(0, MAX_CODES) };
}
