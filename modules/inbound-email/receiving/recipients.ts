// Reads the recipients of a mail, and chooses the projects that take it.
import { mailboxAddress } from "#modules/email";
import type { InboundMail } from "../parsing/inbound-mail.ts";
import { readAddresses } from "../parsing/fields.ts";

/** Projects for which one mail is stored. */
export const MAX_TARGETS = 10;
const MAX_RECIPIENTS = 100;
/** Fields in which forwarders and catch-all mailboxes name the original recipient. */
const FORWARDED = ["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to", "x-envelope-to", "apparently-to"];

const clean = (addresses: readonly string[]): string[] =>
  [
    ...new Set(addresses.map((one) => one.trim().toLowerCase()).filter((one) => /^[^\s@<>]+@[^\s@<>]+$/.test(one) && one.length <= 320)),
  ].slice(0, MAX_RECIPIENTS);
/** Addresses in a text that may also contain names. */
export const addressesIn = (text: string): string[] => clean(readAddresses([text]).list.map(({ address }) => address));

/** Every address to which the mail's own fields say it was sent. */
export function namedRecipients(mail: Pick<InboundMail, "to" | "cc" | "headers">): string[] {
  const forwarded = mail.headers.filter(({ name }) => FORWARDED.includes(name)).map(({ value }) => value);
  return clean([...readAddresses(forwarded).list, ...mail.to, ...mail.cc].map(({ address }) => address));
}

export interface Known {
  readonly address: string;
  readonly projectId: string;
  /** Whether the project has the address, rather than only claiming it. */
  readonly held: boolean;
}
/**
 * Chooses one recipient for each project, in the order of the recipients. An address that the project has wins over a claimed one, and one
 * with a plus tag over a plain one. Claims, which anybody can make, never keep mail from a project whose address it was sent to.
 */
export function targetsOf<K extends Known>(
  recipients: readonly string[],
  known: readonly K[],
): { projectId: K["projectId"]; recipient: string; address: string }[] {
  const targets = new Map<K["projectId"], { recipient: string; address: string }>();
  for (const isHeld of [true, false]) {
    const there = new Set(targets.keys());
    for (const recipient of recipients) {
      const base = mailboxAddress(recipient);
      for (const { projectId, address, held } of known) {
        if (held !== isHeld || there.has(projectId) || (address !== recipient && address !== base)) continue;
        const first = targets.get(projectId);
        if (first === undefined || (!first.recipient.includes("+") && recipient.includes("+")))
          targets.set(projectId, { recipient, address });
      }
    }
  }
  return [...targets].slice(0, MAX_TARGETS).map(([projectId, target]) => ({ projectId, ...target }));
}
