import { expect, test } from "vitest";
import { missingIn } from "../contract.ts";
import { mailsOf, REMOVED, withoutForeignLinks } from "./check-answer.ts";

const HOSTS = ["acme.example", "northwind.example"];

test("links and addresses of the two companies stay", () => {
  const text = "See https://acme.example/pricing, www.northwind.example or help@acme.example (docs.acme.example/start).";
  expect(withoutForeignLinks(text, HOSTS)).toBe(text);
});

test.each([
  "https://evil.example",
  "http://evil.example/acme.example",
  "HTTPS://EVIL.EXAMPLE",
  "evil.example",
  "evil.example/pay?to=x",
  "www.evil.example",
  "boss@evil.example",
  "mailto:boss@evil.example",
  "javascript:alert",
  "https://acme.example@evil.example",
  "https://acme.example\\@evil.example",
  "acme.example.evil.example",
  "notacme.example",
  "https://аcme.example",
  "acme.exаmple",
  "evil。example",
  "ｅvil．example",
  "ftp://acme.example",
  "https://acme.example:8443/",
  "tel:+4912345",
])("%s is taken out", (link) => {
  expect(withoutForeignLinks(`Write to (${link}), now.`, HOSTS)).toBe(`Write to (${REMOVED}), now.`);
});

test("ordinary words are left alone, and what was taken out blocks the review", () => {
  const words = "Hello Amara,\n\ne.g. 3.5 hours a week, with Node.js, i.e. less. Best wishes\nOlga";
  expect(withoutForeignLinks(words, HOSTS)).toBe(words);
  expect(missingIn(withoutForeignLinks("Look at evil.example.", HOSTS))).toEqual([REMOVED]);
});

const read = (mails: unknown, most = 2) => mailsOf(JSON.stringify({ mails }), { most, hosts: HOSTS, fill: (text) => text });
test("an answer has as many mails as were asked for at most, each with subject and text of bounded length", () => {
  const one = { subject: "Support\u0000 for\nNorthwind", text: " Hello\u202e Amara \r\n" };
  expect(read([one, one, one])).toEqual([
    { waitDays: 0, subject: "Support for Northwind", text: "Hello Amara" },
    { waitDays: 4, subject: "Support for Northwind", text: "Hello Amara" },
  ]);
  for (const bad of [
    [],
    [{ subject: "", text: "x" }],
    [{ subject: "x".repeat(151), text: "x" }],
    [{ subject: "x", text: "x".repeat(5001) }],
    "no",
  ])
    expect(read(bad)).toBeUndefined();
  expect(mailsOf("{", { most: 1, hosts: [], fill: (text) => text })).toBeUndefined();
});
