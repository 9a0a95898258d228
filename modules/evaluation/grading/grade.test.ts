// Grading by rule.
import { expect, test } from "vitest";
import { faultsOf, type Round, says } from "./grade.ts";

const WANTED = { outcome: "answer", facts: [], forbidden: [], sources: [] } as const;
const round = (text: string, change: Partial<Round> = {}): Round => ({
  outcome: "answered",
  transcript: {
    sentences: [{ text, citations: [{ source: "p2", quote: "x" }], faults: [] }],
    asksBack: null,
    sources: [
      { id: "p1", title: "Vouchers", heading: "", url: null, text: "" },
      { id: "p2", title: "Returning a parcel", heading: "", url: "https://help.example/returns", text: "" },
    ],
  },
  ...change,
});

test.each([
  ["You have 30 days.", "30 Days", true],
  ["You have 130 days.", "30 days", false],
  ["Gift-cards cannot be returned", "gift cards cannot", true],
  ["It costs 4.90 €, always.", "4.90 €", true],
  ["It costs 14.90 €.", "4.90", false],
  ["Über die Straße", "über DIE straße", true],
  ["Anything", "…", false],
])("%s: says %s: %s", (text, words, expected) => {
  expect(says(text, words)).toBe(expected);
});
test("facts, forbidden statements and sources", () => {
  const wanted = { ...WANTED, facts: ["30 days", "free"], forbidden: ["60 days"], sources: ["https://help.example/returns"] };
  expect(faultsOf(wanted, round("You can return it within 30 days, free."))).toEqual([]);
  expect(faultsOf(wanted, round("You can return it within 60 days."))).toEqual([
    { fault: "fact", detail: "30 days" },
    { fault: "fact", detail: "free" },
    { fault: "forbidden", detail: "60 days" },
  ]);
  expect(faultsOf({ ...WANTED, sources: ["returning a parcel"] }, round("Yes."))).toEqual([]);
  expect(faultsOf({ ...WANTED, sources: ["Vouchers"] }, round("Yes."))).toEqual([{ fault: "source", detail: "Vouchers" }]);
});
test("the outcome decides first, and leaving it to people is handing over", () => {
  const handed = { outcome: "handed_over", transcript: null } as const;
  expect(faultsOf({ ...WANTED, facts: ["30 days"] }, handed)).toEqual([{ fault: "outcome", detail: "handed_over" }]);
  expect(faultsOf({ ...WANTED, outcome: "hand_over" }, handed)).toEqual([]);
  expect(faultsOf({ ...WANTED, outcome: "hand_over" }, { outcome: "skipped", transcript: null })).toEqual([]);
  expect(faultsOf({ ...WANTED, outcome: "decline", forbidden: ["30 days"] }, round("30 days"))).toEqual([
    { fault: "outcome", detail: "answered" },
    { fault: "forbidden", detail: "30 days" },
  ]);
  expect(faultsOf(WANTED, { outcome: "failed", transcript: null })).toEqual([{ fault: "provider", detail: "" }]);
});
