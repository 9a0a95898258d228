import fc from "fast-check";
import { expect, test } from "vitest";
import { clientAddressOf, network64 } from "./address.ts";

const from = (headers: Record<string, string>): string | undefined => clientAddressOf(new Request("https://desk.example/", { headers }));

test("only cf-connecting-ip counts, not headers that a client can set", () => {
  expect(from({ "cf-connecting-ip": "203.0.113.7" })).toBe("203.0.113.7");
  expect(from({ "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7", forwarded: "for=203.0.113.7" })).toBeUndefined();
  expect(from({ "cf-connecting-ip": " " })).toBeUndefined();
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
])("%s counts as %s", (address, network) => {
  expect(network64(address)).toBe(network);
  expect(from({ "cf-connecting-ip": address })).toBe(network);
});

const group = fc.integer({ min: 0, max: 0xffff });
test("all addresses of a /64 count as one, addresses of other networks do not", () => {
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (network, a, b) => {
        const full = (host: number[]): string => [...network, ...host].map((g) => g.toString(16)).join(":");
        fc.pre(network.some((g) => g !== 0));
        expect(network64(full(a))).toBe(network64(full(b)));
        const [first = 0, ...others] = network;
        expect(network64([first ^ 1, ...others, ...a].map((g) => g.toString(16)).join(":"))).not.toBe(network64(full(a)));
      },
    ),
  );
});
