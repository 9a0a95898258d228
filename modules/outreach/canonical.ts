// Names exactly what a mail says, to whom and from whom. Pure, apart from Web Crypto.

/** A whole mail, as it is reviewed and sent. */
export interface WholeMail {
  readonly senderAddress: string;
  readonly senderName: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly footer: string;
}
/** Begins each canonical form, so that a later form never has the hash of an earlier one. */
const FORM = "outreach mail 1";

/** SHA-256 of the mail's canonical form, in hexadecimal: a JSON list of its parts in a fixed order, in UTF-8. */
export async function hashOf({ senderAddress, senderName, recipient, subject, text, footer }: WholeMail): Promise<string> {
  const form = JSON.stringify([FORM, senderAddress, senderName, recipient, subject, text, footer]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(form));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
