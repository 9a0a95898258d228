import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { derivedId, idOf, isId, newId, PREFIXES } from "./index.ts";

const MAX_TIME = 2 ** 48 - 1;

test("an id begins with the prefix of its kind and has 26 characters without i, l, o, u", () => {
  for (const [kind, prefix] of Object.entries(PREFIXES) as [keyof typeof PREFIXES, string][]) {
    const id = newId(kind, 1_800_000_000_000);
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
    expect(isId(kind, id)).toBe(true);
  }
  expect(new Set(Object.values(PREFIXES)).size).toBe(Object.keys(PREFIXES).length);
});

test("ids of later times sort later, for any time in range", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_TIME - 1 }), fc.integer({ min: 1, max: 1e9 }), (at, more) => {
      const later = Math.min(MAX_TIME, at + more);
      expect(newId("message", at) < newId("message", later)).toBe(true);
    }),
  );
});

test("ten thousand ids made at the same moment differ", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId("event", 1))).size).toBe(10_000);
});

test("an id encodes a UUIDv7 with its version and variant", () => {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  let value = 0n;
  for (const c of newId("job", 123_456_789).slice(4)) value = (value << 5n) | BigInt(alphabet.indexOf(c));
  const hex = value.toString(16).padStart(32, "0");
  expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(123_456_789);
  expect(hex[12]).toBe("7");
  expect("89ab").toContain(hex[16]);
});

test("an id of another kind, case or length is not accepted", () => {
  const id = newId("contact", 1);
  for (const wrong of [
    id.toUpperCase(),
    id.slice(0, -1),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    id.replace("con_", "msg_"),
    id.replace("con_", ""),
    "con_",
    "",
    `con_${"l".repeat(26)}`,
  ]) {
    expect(isId("contact", wrong), wrong).toBe(false);
  }
  expect(v.safeParse(idOf("contact"), 5).success).toBe(false);
  expect(isId("message", id)).toBe(false);
});

test("a derived id is determined by its text and its kind", async () => {
  const one = await derivedId("conversation", "con_a:1");
  expect(await derivedId("conversation", "con_a:1")).toBe(one);
  expect(await derivedId("conversation", "con_a:2")).not.toBe(one);
  expect(isId("conversation", one)).toBe(true);
});
