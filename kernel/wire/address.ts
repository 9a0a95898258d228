// Decides which addresses that people enter may be fetched. A host is judged by its name only, because a worker cannot see what it
// resolves to.

/** Why an address must not be fetched. */
export type BadAddress = "not_an_address" | "scheme" | "credentials" | "port" | "ip_literal" | "local_name" | "own_origin";

export interface AddressRules {
  /** Whether plain http is allowed too. */
  readonly http?: boolean | undefined;
  /** The installation's own origins, which it never fetches. */
  readonly own: readonly string[];
}

const MAX_LENGTH = 2000;
// Top-level domains that are never in the public DNS (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`), and those that
// clusters, routers and offices use privately. `test` stays allowed: it never resolves, and test doubles use it.
const LOCAL = new Set(
  "localhost localdomain local internal intranet private corp home lan domain workgroup mail svc consul docker onion invalid arpa alt".split(
    " ",
  ),
);
// Public domains that resolve to an IP address in their name, or to loopback.
const RESOLVING_TO_IP =
  "nip.io sslip.io xip.io ip6.name backname.io traefik.me localtest.me lvh.me vcap.me lacolhost.com local.gd localho.st fuf.me localhost.run 127-0-0-1.org.uk rbndr.us 1u.ms".split(
    " ",
  );

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);
const withoutDot = (host: string): string => host.replace(/\.+$/, "");

/** The address in canonical form, without fragment and trailing dot, or why it is refused. Only this form may be fetched. */
export function judgeAddress(text: string, rules: AddressRules): { readonly url: URL } | { readonly bad: BadAddress } {
  // Parsers disagree about backslashes and drop line ends, so the host could be another one than it looks.
  if (text.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return { bad: "not_an_address" };
  const url = new URL(text);
  if (url.protocol !== "https:" && !(rules.http === true && url.protocol === "http:")) return { bad: "scheme" };
  if (url.username !== "" || url.password !== "") return { bad: "credentials" };
  if (url.port !== "" && url.port !== "80" && url.port !== "443") return { bad: "port" };
  // By now the URL parser has normalised percent-encoding, full-width characters, and every spelling of an IPv4 address.
  const host = withoutDot(url.hostname);
  if (host.startsWith("[") || /^[\d.]+$/.test(host)) return { bad: "ip_literal" };
  const last = host.slice(host.lastIndexOf(".") + 1);
  // Another parser could read a numeric last label as an IP address.
  if (/^(?:\d+|0x[\da-f]*)$/.test(last)) return { bad: "ip_literal" };
  if (!host.includes(".") || LOCAL.has(last) || RESOLVING_TO_IP.some((name) => isUnder(host, name))) return { bad: "local_name" };
  if (rules.own.some((origin) => withoutDot(new URL(origin).hostname) === host)) return { bad: "own_origin" };
  url.hostname = host;
  url.hash = "";
  return { url };
}
