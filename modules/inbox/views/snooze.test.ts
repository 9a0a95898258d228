import { expect, test } from "vitest";
import { snoozeUntil } from "./snooze.ts";

test.each([
  ["later", "2030-01-02T14:10:20", "2030-01-02T17:00:00"],
  ["tomorrow", "2030-01-31T23:50:00", "2030-02-01T09:00:00"],
  ["week", "2030-01-07T08:00:00", "2030-01-14T09:00:00"],
  ["week", "2030-01-06T08:00:00", "2030-01-07T09:00:00"],
] as const)("snoozing until %s, chosen at %s, lasts until %s", (choice, now, until) => {
  expect(snoozeUntil(choice, new Date(now))).toEqual(new Date(until));
});
