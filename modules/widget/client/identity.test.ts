import { expect, test } from "vitest";
import { hash, fingerprintOf } from "./identity.ts";

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

test("a fresh token of the same person has the same fingerprint", () => {
  expect(fingerprintOf(jwt({ sub: "u1", email: "ä@b.example", iat: 1, exp: 2, jti: "x" }))).toBe(
    fingerprintOf(jwt({ sub: "u1", email: "ä@b.example", iat: 9, exp: 10, jti: "y" })),
  );
});
test("another person, or other data about them, has another fingerprint", () => {
  const prints = [jwt({ sub: "u1" }), jwt({ sub: "u2" }), jwt({ sub: "u1", name: "A" }), "", "garbage", "a.b.c"].map(fingerprintOf);
  expect(new Set(prints).size).toBe(prints.length);
});
test("hashes of similar texts differ", () => {
  expect(new Set(Array.from({ length: 20_000 }, (_, i) => hash(`user-${i}`))).size).toBe(20_000);
});
