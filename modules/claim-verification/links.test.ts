// Links in answers: only those that stand in a cited passage, in no disguise.
import { expect, test } from "vitest";
import { foreignLinksOf, linksIn } from "./links.ts";

const PASSAGE = "See [the status](https://status.acme.example/now) or www.acme.example. Write to help@acme.example. Press <kbd>.";

test.each([
  "Look at https://status.acme.example/now.",
  "Look at status.acme.example/now/ please.",
  "Write to Help@acme.example!",
  "It is on acme.example, today.",
  "Press <kbd>.",
  "The red dot shows what is new.",
  "That takes 2.5 hours, e.g. on 1.10.2026; version 2.0.1 is next.",
  "いいえ。はい。",
])("%s may be said", (text) => {
  expect(foreignLinksOf(text, () => [PASSAGE])).toEqual([]);
});

test.each([
  "Look at https://status.acme.example/now?q=secret",
  "Look at https://status.acme.example",
  "Look at https://acme.exam",
  "Look at HTTPS://evil.example/a",
  "Look at evil.example?q=1",
  "Look at ｅｖｉｌ．ｅｘａｍｐｌｅ",
  "Look at evil\u200b.example",
  "Look at evil。example/x",
  "Look at аcme.example",
  "Look at 10.0.0.1/login",
  "Look at http://localhost:8080/x",
  "Look at //evil/x",
  "Visit evil dot example slash login",
  "Click javascript:alert(1)",
  "Call tel:+4912345",
  "Open data:text/html;base64,AAAA",
  "Write to other@acme.example",
  "![x](y)",
  "[here](now)",
  "[here][1]",
  "<img src=x>",
  "<b>Hello</b>",
  "You can\u202e return it",
  "Hidden \u{e0041}\u{e0042}",
])("%s may not", (text) => {
  expect(foreignLinksOf(text, () => [PASSAGE])).not.toEqual([]);
});

test("links are compared without their scheme, and without what a sentence puts behind them", () => {
  expect([...linksIn("(https://a.example/x), mailto:me@a.example. ftp://a.example")].toSorted()).toEqual([
    "a.example/x",
    "ftp://a.example",
    "me@a.example",
  ]);
});
