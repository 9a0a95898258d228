import { expect, test } from "vitest";
import { availabilityOf } from "./availability-of.ts";

test.each([
  ["online", "active", "online"],
  ["online", "idle", "away"],
  ["online", "absent", "away"],
  ["online", undefined, undefined],
  ["busy", "active", "busy"],
  ["busy", "idle", "away"],
  ["busy", "absent", "away"],
  ["busy", undefined, "busy"],
  ["away", "active", "away"],
  ["away", undefined, "away"],
] as const)("who chose %s and is %s is %s", (chosen, presence, shown) => {
  expect(availabilityOf(chosen, presence)).toBe(shown);
});
