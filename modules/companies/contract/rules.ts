// Bounds of companies, and which domains belong to one. Browser-safe.
import { m } from "#messages";
import { domainIn, isOwnHost } from "#modules/leads/contract";

/** Characters of a company's name. */
export const MAX_NAME = 120;
/** Domains of a company at most: each is a range of its own in the list of its contacts. */
export const MAX_DOMAINS = 10;
/** Characters of a company's notes. */
export const MAX_NOTES = 10_000;
/** The newest contacts of a company whose latest conversations are shown. */
export const MAX_LOOKED_AT = 50;

/**
 * The domain of what was typed: a host, the address of a website or a mail address, in lower case and ASCII, without `www.`. It is not
 * shortened: addresses at `mail.acme.example` are not those of `acme.example`. Undefined if it is none.
 */
export const domainOf = (text: string): string | undefined => domainIn(text);
/** Why no company can have the domain: anybody gets an address or a page there. Undefined if one can. */
export const problemOfDomain = (domain: string): string | undefined =>
  isOwnHost(domain) ? undefined : m.companies_domain_of_anybody({ domain });
/** The address of a website as it is kept: with its scheme. Undefined if it is none. */
export function websiteOf(text: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  return url && /^https?:$/.test(url.protocol) && domainIn(url.hostname) !== undefined && url.href.length <= 300 ? url.href : undefined;
}
