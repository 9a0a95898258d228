// Sites as browsers define them, by the public suffix list: example.co.uk and other.co.uk are two sites.
import { parse } from "tldts";

const siteOf = (origin: string): string | null => parse(new URL(origin).hostname, { allowPrivateDomains: true }).domain;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Whether a host name can be registered in public: labels of letters, digits and hyphens (RFC 1123, section 2.1) below a public suffix. */
export const isPublicName = (host: string): boolean =>
  host.length <= 253 &&
  host.split(".").every((label) => LABEL.test(label)) &&
  !/(\.\d+|\.localhost)$/.test(host) &&
  parse(host).domain !== null;

/** Whether both https origins are of the same site, so that cookies of one are sent in frames of the other. */
export function sameSite(a: string, b: string): boolean {
  const site = siteOf(a);
  return site !== null && site === siteOf(b);
}

/** Whether the platform itself assigns subdomains of this host. */
export const isPlatformHost = (host: string): boolean => /(^|\.)(workers|pages)\.dev$/.test(host);

/** `a.b.example.org` → itself, `b.example.org`, `example.org`: the zones that could contain it, the closest first. */
export function zoneCandidates(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join("."));
}
