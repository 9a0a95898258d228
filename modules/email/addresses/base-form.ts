// Normalises addresses: one mailbox has many spellings (plus forms, capitals, Unicode domains), and ownership is decided by one form.
import { domainToUnicode } from "node:url";

/** The domain in ASCII, without a trailing dot. Anything that is not a host name stays as it is. */
function asciiDomain(domain: string): string {
  const bare = domain.replace(/\.+$/, "");
  if (/^[a-z0-9._-]*$/.test(bare) || /[/?#:%\\@\s]/.test(bare)) return bare;
  return URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : bare;
}
/** The address in lower case with its domain in ASCII; a plus form stays. */
export function canonicalAddress(address: string): string {
  const text = address.trim().normalize("NFKC").toLowerCase();
  const at = text.lastIndexOf("@");
  return at < 0 ? text : `${text.slice(0, at)}@${asciiDomain(text.slice(at + 1))}`;
}
/**
 * The address of the mailbox itself: canonical, and without a plus tag. `Help+Shop@Acme.Example` becomes `help@acme.example`. Whoever reads
 * that mailbox reads all its plus forms, so ownership is compared by it.
 */
export function mailboxAddress(address: string): string {
  const text = canonicalAddress(address);
  const at = text.lastIndexOf("@");
  const plus = text.indexOf("+");
  return plus > 0 && plus < at ? text.slice(0, plus) + text.slice(at) : text;
}
/** The domain of a canonical address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
/** Spellings under which other tables may hold a base address: accounts keep the domain as it was typed. */
export function spellingsOf(base: string): string[] {
  const domain = domainOf(base);
  return [...new Set([base, base.slice(0, base.length - domain.length) + domainToUnicode(domain).toLowerCase()])];
}
