// Decides what of a model's answer becomes words of a draft. Without I/O.
import * as v from "valibot";
import { type GivenMails, MAX_SUBJECT, MAX_TEXT, USUAL_WAIT } from "../contract.ts";
import { Answer } from "./prompt.ts";

/** Stands where a link or an address was that is not of the two companies: a placeholder, so that a person has to look before a review. */
export const REMOVED = "{removed link}";

/** What a mail client could make a link of: a scheme, `www.`, a mail address, or a host with or without a path. */
const LINK = /[a-z][a-z0-9+.-]*:\/\/|^(?:www\.|mailto:|tel:|javascript:|data:)|[^\s@]@[^\s@]|[\p{L}\p{N}-]\.\p{L}{2,}/iu;
/** Names of techniques that look like hosts, and are of no top-level domain. */
const NO_HOST = /^[\p{L}\p{N}-]+\.(?:js|ts)$/iu;
const EDGES = /^([("'“‘«[<*_]*)(.*?)([)"'”’»\]>*_.,;:!?…]*)$/su;
const isOf = (host: string, own: string): boolean => host === own || host.endsWith(`.${own}`);

/** Whether a link leads to one of the hosts, for every reading of it: nothing that a client could read in another way. */
function isAllowed(link: string, hosts: readonly string[]): boolean {
  if (/[\\@\s]/.test(link)) return false;
  const url = URL.parse(/^https?:\/\//i.test(link) ? link : `https://${link}`);
  // Only what is written as it is read: letters that look like others have another host.
  if (!url || !/^https?:$/.test(url.protocol) || url.port !== "" || !link.toLowerCase().includes(url.hostname)) return false;
  return hosts.some((host) => isOf(url.hostname, host));
}
const isAllowedAddress = (address: string, hosts: readonly string[]): boolean => {
  const found = /^[\w.+-]+@([a-z0-9.-]+)$/i.exec(address)?.[1]?.toLowerCase();
  return found !== undefined && hosts.some((host) => isOf(found, host));
};

/** The text without links and addresses that lead anywhere but to the hosts; `REMOVED` stands for each. */
export const withoutForeignLinks = (text: string, hosts: readonly string[]): string =>
  text.replaceAll(/\S+/gu, (word) => {
    const [, before = "", core = "", after = ""] = EDGES.exec(word) ?? [];
    // As a client would read it: full-width letters and other dots are dots.
    const read = core.normalize("NFKC").replaceAll(/[。．｡․]/gu, ".");
    if (!LINK.test(read) || NO_HOST.test(read)) return word;
    return read === core && (isAllowed(core, hosts) || isAllowedAddress(core, hosts)) ? word : `${before}${REMOVED}${after}`;
  });

/** Without what is not seen: control characters, and marks that turn the direction of text or hide in it. */
const visible = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{C}\n\t\u200c\u200d]/gu, "")
    .toWellFormed()
    .trim();

/**
 * The mails of an answer, with the usual days between them; undefined if it cannot be read, has none, or one is empty or too long. `fill`
 * puts what is known of the lead into placeholders; what is left of them blocks the review.
 */
export function mailsOf(
  answer: string,
  { most, hosts, fill }: { readonly most: number; readonly hosts: readonly string[]; readonly fill: (text: string) => string },
): GivenMails | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch {
    return undefined;
  }
  const read = v.safeParse(Answer, parsed);
  if (!read.success) return undefined;
  const checked = (text: string): string => withoutForeignLinks(fill(visible(text)), hosts);
  const mails = read.output.mails.slice(0, most).map(({ subject, text }, i) => ({
    waitDays: i === 0 ? 0 : USUAL_WAIT,
    subject: checked(subject).replaceAll(/\s+/g, " "),
    text: checked(text),
  }));
  const isFit = mails.every(
    ({ subject, text }) => subject !== "" && subject.length <= MAX_SUBJECT && text !== "" && text.length <= MAX_TEXT,
  );
  return mails.length > 0 && isFit ? mails : undefined;
}
