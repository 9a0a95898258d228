// The way by which an own server fetches addresses that people gave. A worker sees names only; the runtime sees what they resolve to.
// It resolves a name once, leaves out every address that is not allowed, and connects to one of the rest, so that no name can point
// somewhere else between the check and the connection.
import { networkInterfaces } from "node:os";

/**
 * Networks that the runtime's word `public` lets through, or may in another version: this network, benchmarks, documentation,
 * multicast, reserved; and addresses that wrap an IPv4 address, which a gateway would unwrap (RFC 6890, RFC 6052, RFC 8215).
 */
const NEVER = [
  ..."0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4".split(" "),
  ..."::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fec0::/10 ff00::/8".split(" "),
];

/** The machine's own addresses, also public ones: what its firewall keeps from others is often open to itself. */
const own = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // A zone is no part of the address.
    .map(({ address, family }) => `${address.split("%")[0]}/${family === "IPv4" ? 32 : 128}`);

/** A service binding for the worker: fetches over it reach public addresses only. Addresses of the administrator do not go this way. */
export const publicNetwork = (): object => ({
  network: { allow: ["public"], deny: [...NEVER, ...own()], tlsOptions: { trustBrowserCas: true } },
});
