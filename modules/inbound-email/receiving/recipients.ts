// To whom a mail was sent, and whose mail that makes it.
import { baseAddress } from "#modules/email";
import type { InboundMail } from "../parsing/inbound-mail.ts";
import { readAddresses } from "../parsing/fields.ts";

/** Projects that one mail is taken in for. */
export const MAX_TARGETS = 10;
const MAX_RECIPIENTS = 100;
/** Fields in which forwarders and catch-alls name the address that a mail came to. */
const FORWARDED = ["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to", "x-envelope-to", "apparently-to"];

const clean = (addresses: readonly string[]): string[] =>
  [
    ...new Set(addresses.map((one) => one.trim().toLowerCase()).filter((one) => /^[^\s@<>]+@[^\s@<>]+$/.test(one) && one.length <= 320)),
  ].slice(0, MAX_RECIPIENTS);
/** Addresses of a text that may also have names. */
export const addressesIn = (text: string): string[] => clean(readAddresses([text]).list.map(({ address }) => address));

/** Every address that a mail's own fields say it was sent to. */
export function namedRecipients(mail: Pick<InboundMail, "to" | "cc" | "headers">): string[] {
  const forwarded = mail.headers.filter(({ name }) => FORWARDED.includes(name)).map(({ value }) => value);
  return clean([...readAddresses(forwarded).list, ...mail.to, ...mail.cc].map(({ address }) => address));
}

export interface Known {
  readonly address: string;
  readonly projectId: string;
  /** Whether the project has it, not only says so. */
  readonly held: boolean;
}
/**
 * One recipient for each project, in the order of the recipients; one that it has goes before one that waits for proof, and one with a
 * plus form speaks for its project. Claims, which anybody can make, never keep the mail from a project whose address it came to.
 */
export function targetsOf<K extends Known>(
  recipients: readonly string[],
  known: readonly K[],
): { projectId: K["projectId"]; recipient: string; address: string }[] {
  const targets = new Map<K["projectId"], { recipient: string; address: string }>();
  for (const isHeld of [true, false]) {
    const there = new Set(targets.keys());
    for (const recipient of recipients) {
      const base = baseAddress(recipient);
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
