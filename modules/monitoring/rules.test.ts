import { expect, test } from "vitest";
import { isQuoted, looksForAnother, oneLine, precisionOf, tidied, watchesChannel } from "./rules.ts";
import type { RuleFields } from "./contract.ts";

const RULE: RuleFields = {
  ...{ name: "Legal", kind: "legal", looksFor: "", minutes: null, channels: [], languages: [], notify: "everybody", members: [] },
  ...{ handOver: false, enabled: true, perHour: 20 },
} as RuleFields;

test("a quote has to stand in the customer's own words; white space and quotation marks may differ", () => {
  const texts = ["Hi,\nI will  call my lawyer. It’s over!", "Thanks"];
  expect(isQuoted("I will call my lawyer", texts)).toBe(true);
  expect(isQuoted("It's over!", texts)).toBe(true);
  expect(isQuoted("I will call my Lawyer", texts)).toBe(false);
  expect(isQuoted("I will sue you", texts)).toBe(false);
  // Not across messages, and nothing that every message has.
  expect(isQuoted("over! Thanks", texts)).toBe(false);
  expect(isQuoted("Hi", texts)).toBe(false);
  expect(isQuoted("", texts)).toBe(false);
  expect(isQuoted(" .,!  ", texts)).toBe(false);
});

test("a quote in letters of any script is found", () => {
  expect(isQuoted("弁護士に相談します", ["もう限界です。弁護士に相談します。"])).toBe(true);
});

test("texts of a model become one line without control characters", () => {
  expect(oneLine(" a\nb\u0000\u202E c ", 20)).toBe("a b c");
  expect(oneLine("word word word", 9)).toBe("word wor…");
});

test("precision says nothing without thumbs", () => {
  const since = "2026-11-24T00:00:00.000Z";
  expect(precisionOf({ matches: 3, ups: 0, downs: 0, since })).toEqual({
    ...{ matches: 3, ups: 0, downs: 0, since },
    ...{ share: null, low: null, high: null },
  });
  expect(precisionOf({ matches: 4, ups: 3, downs: 1, since }).share).toBe(0.75);
});

test("channels", () => {
  expect(watchesChannel({ channels: [] }, "api")).toBe(true);
  expect(watchesChannel({ channels: ["email"] }, "email")).toBe(true);
  expect(watchesChannel({ channels: ["email"] }, "widget")).toBe(false);
  expect(watchesChannel({ channels: ["email"] }, "import")).toBe(false);
});

test("rules are stored without what their kind does not use", () => {
  expect(tidied({ ...RULE, looksFor: "something", minutes: 5, members: ["acc_1" as never] })).toEqual(RULE);
  const topic: RuleFields = { ...RULE, kind: "topic", looksFor: "refunds", languages: ["fr", "de", "fr"] };
  expect(tidied(topic).languages).toEqual(["de", "fr"]);
  expect(looksForAnother(topic, { ...topic, looksFor: "prices" })).toBe(true);
  expect(looksForAnother(topic, { ...topic, name: "Another" } as RuleFields)).toBe(false);
});
