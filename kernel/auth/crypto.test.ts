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

test("bytes survive base64url, whatever they are", () => {
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

test("texts are equal only when they are", () => {
  expect(equalTexts("a", "a")).toBe(true);
  expect(equalTexts("é", "e\u0301")).toBe(false);
  expect(equalTexts("a", "aa")).toBe(false);
  expect(equalTexts("", "")).toBe(true);
});

test("keys of other purposes, rotations and installations do not prove each other's texts", async () => {
  const key = randomToken();
  const own = await deriveKey(key, "tickets");
  const signed = await mac(own, "text");
  expect(await macIsValid(await deriveKey(key, "tickets"), "text", signed)).toBe(true);
  for (const other of [await deriveKey(key, "counters"), await deriveKey(key, "tickets", 2), await deriveKey(randomToken(), "tickets")])
    expect(await macIsValid(other, "text", signed)).toBe(false);
  expect(await macIsValid(own, "other", signed)).toBe(false);
  for (const broken of ["", "!", signed.slice(1), `${signed}A`, "%%%%"]) expect(await macIsValid(own, "text", broken)).toBe(false);
});

test("a password matches as it was typed, and without a hash the answer is no", async () => {
  const hash = await hashPassword("correct horse bättery ", 4);
  expect(hash).toMatch(/^scrypt\$4\$8\$3\$/);
  expect(await passwordMatches("correct horse bättery ", hash, 4)).toBe(true);
  expect(await passwordMatches("correct horse bättery", hash, 4)).toBe(false);
  expect(await passwordMatches("correct horse bättery ", undefined, 4)).toBe(false);
  // A later, higher cost does not lock out whoever signed up before.
  expect(await passwordMatches("correct horse bättery ", hash, 5)).toBe(true);
});
