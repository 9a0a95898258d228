// Decides which addresses that people enter may be fetched. Pure: a host is judged by its name, because a worker cannot see what it
// resolves to.

/** Why an address is not fetched. */
export type BadAddress = "not_an_address" | "scheme" | "credentials" | "port" | "ip_literal" | "local_name" | "own_origin";

export interface AddressRules {
  /** Plain http is allowed as well. */
  readonly http?: boolean | undefined;
  /** Our own origins: we never fetch ourselves. */
  readonly own: readonly string[];
}

/** Longer ones are no addresses of pages. */
const MAX_LENGTH = 2000;
// Names that are never in the public DNS (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's `internal`), and what clusters, routers
// and offices use as if they were. `test` stays allowed: it resolves nowhere, and the doubles of our tests live there.
const LOCAL = new Set(
  "localhost localdomain local internal intranet private corp home lan domain workgroup mail svc consul docker onion invalid arpa alt".split(
    " ",
  ),
);
// Public names whose only purpose is to point at an address that they spell, or at the own computer.
const POINTING =
  "nip.io sslip.io xip.io ip6.name backname.io traefik.me localtest.me lvh.me vcap.me lacolhost.com local.gd localho.st fuf.me localhost.run 127-0-0-1.org.uk rbndr.us 1u.ms".split(
    " ",
  );

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);
const withoutDot = (host: string): string => host.replace(/\.+$/, "");

/** The address in its canonical form, or why it is refused. Only the result may be fetched: it has no fragment and no last dot. */
export function judgeAddress(text: string, rules: AddressRules): { readonly url: URL } | { readonly bad: BadAddress } {
  // Parsers disagree about backslashes and drop line ends: what looks like one host to a person must not be another.
  if (text.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return { bad: "not_an_address" };
  const url = new URL(text);
  if (url.protocol !== "https:" && !(rules.http === true && url.protocol === "http:")) return { bad: "scheme" };
  if (url.username !== "" || url.password !== "") return { bad: "credentials" };
  if (url.port !== "" && url.port !== "80" && url.port !== "443") return { bad: "port" };
  // The parser has by now undone percent signs, wide digits and dots, and every spelling of an IPv4 address.
  const host = withoutDot(url.hostname);
  if (host.startsWith("[") || /^[\d.]+$/.test(host)) return { bad: "ip_literal" };
  const last = host.slice(host.lastIndexOf(".") + 1);
  // A last label of digits or hex would be an address for the next parser that reads it.
  if (/^(?:\d+|0x[\da-f]*)$/.test(last)) return { bad: "ip_literal" };
  if (!host.includes(".") || LOCAL.has(last) || POINTING.some((name) => isUnder(host, name))) return { bad: "local_name" };
  if (rules.own.some((origin) => withoutDot(new URL(origin).hostname) === host)) return { bad: "own_origin" };
  url.hostname = host;
  url.hash = "";
  return { url };
}
