import { expect, test } from "vitest";
import { ceilingState, dayOf, nextDay, withoutKeys } from "./rules.ts";

test("days begin at midnight UTC", () => {
  const noon = Date.parse("2030-02-28T12:00:00Z");
  expect(dayOf(noon)).toBe("2030-02-28");
  expect(new Date(nextDay(noon)).toISOString()).toBe("2030-03-01T00:00:00.000Z");
});

test("a ceiling is near from 80 % on, and reached when it is used up", () => {
  expect([0, 7.99, 8, 9.99, 10, 11].map((used) => ceilingState(used, 10))).toEqual([
    "below",
    "below",
    "near",
    "near",
    "reached",
    "reached",
  ]);
});

test.each([
  ["Incorrect API key provided: sk-proj-****************abcd.", "Incorrect API key provided: …."],
  ["the key own-secret is wrong", "the key … is wrong"],
  ["line\nbreaks\tand spaces", "line breaks and spaces"],
  ["x".repeat(400), `${"x".repeat(299)}…`],
])("what a provider says is shortened and has no key: %j", (text, shown) => {
  expect(withoutKeys(text, ["own-secret"])).toBe(shown);
});
