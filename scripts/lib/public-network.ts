// The network for fetching addresses that people entered, on self-hosted servers. A worker sees only names, but the runtime resolves them:
// once, without addresses that are not allowed, and it connects to one of the rest, so that a name cannot resolve to another address
// between check and connection.
import { networkInterfaces } from "node:os";

/**
 * Networks that the runtime's `public` allows, or might in another version: this network, benchmarking, documentation, multicast,
 * reserved, and IPv6 addresses that embed an IPv4 address, which a gateway would translate (RFC 6890, RFC 6052, RFC 8215).
 */
const NEVER = [
  ..."0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4".split(" "),
  ..."::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fec0::/10 ff00::/8".split(" "),
];

/** The machine's own addresses, including public ones: its firewall often allows connections from itself. */
const own = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // Without the IPv6 zone.
    .map(({ address, family }) => `${address.split("%")[0]}/${family === "IPv4" ? 32 : 128}`);

/** A service binding whose fetches reach public addresses only. Addresses that the administrator configured do not use it. */
export const publicNetwork = (): object => ({
  network: { allow: ["public"], deny: [...NEVER, ...own()], tlsOptions: { trustBrowserCas: true } },
});
