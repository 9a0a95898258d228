import fc from "fast-check";
import { expect, test } from "vitest";
import {
  base64urlToBytes,
  bytesToBase64url,
  deriveKey,
  equalTexts,
  hashPassword,
  mac,
  macIsValid,
  passwordMatches,
  randomToken,
  sha256,
} from "./crypto.ts";

test("any bytes survive encoding and decoding in base64url", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = bytesToBase64url(bytes);
      expect(text).toMatch(/^[\w-]*$/);
      expect([...base64urlToBytes(text)]).toEqual([...bytes]);
    }),
  );
});

test("tokens have 256 bits, and their hash is SHA-256", async () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
  expect(randomToken()).not.toBe(randomToken());
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("equalTexts compares byte by byte, without normalization", () => {
  expect(equalTexts("a", "a")).toBe(true);
  expect(equalTexts("é", "e\u0301")).toBe(false);
  expect(equalTexts("a", "aa")).toBe(false);
  expect(equalTexts("", "")).toBe(true);
});

test("a MAC is valid only with the key of the same purpose, rotation and installation", async () => {
  const key = randomToken();
  const own = await deriveKey(key, "tickets");
  const signed = await mac(own, "text");
  expect(await macIsValid(await deriveKey(key, "tickets"), "text", signed)).toBe(true);
  for (const other of [await deriveKey(key, "counters"), await deriveKey(key, "tickets", 2), await deriveKey(randomToken(), "tickets")])
    expect(await macIsValid(other, "text", signed)).toBe(false);
  expect(await macIsValid(own, "other", signed)).toBe(false);
  for (const broken of ["", "!", signed.slice(1), `${signed}A`, "%%%%"]) expect(await macIsValid(own, "text", broken)).toBe(false);
});

test("a password matches exactly as it was typed, and never without a stored hash", async () => {
  const hash = await hashPassword("correct horse bättery ", 4);
  expect(hash).toMatch(/^scrypt\$4\$8\$3\$/);
  expect(await passwordMatches("correct horse bättery ", hash, 4)).toBe(true);
  expect(await passwordMatches("correct horse bättery", hash, 4)).toBe(false);
  expect(await passwordMatches("correct horse bättery ", undefined, 4)).toBe(false);
  // A higher cost set later does not lock out earlier accounts.
  expect(await passwordMatches("correct horse bättery ", hash, 5)).toBe(true);
});
