import { expect, test } from "vitest";
import type { Condition } from "#modules/conversations/contract";
import { problemOf, rangeOf } from "./rules.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const FAR = 10_000_000_000_000;

test("a condition that compares with the current time is a range of its order", () => {
  const age = (field: "created" | "activity" | "waiting", how: "over" | "under") => rangeOf([{ field, age: how, minutes: 60 }], NOW);
  expect(age("created", "over")).toEqual({ key: "created", from: 0, to: NOW - HOUR });
  expect(age("activity", "under")).toEqual({ key: "activity", from: NOW - HOUR, to: FAR });
  // The key of who has waited since t is FAR - t.
  const waits = (since: number, how: "over" | "under"): boolean => {
    const range = age("waiting", how);
    return range !== undefined && FAR - since >= range.from && FAR - since <= range.to;
  };
  expect([waits(NOW - HOUR - 1, "over"), waits(NOW - HOUR + 1, "over")]).toEqual([true, false]);
  expect([waits(NOW - HOUR - 1, "under"), waits(NOW - HOUR + 1, "under")]).toEqual([false, true]);
  expect(rangeOf([{ field: "status", is: "any", values: ["open"] }], NOW)).toBeUndefined();
});

test("a field that nobody declares, a time that is chosen like a value, and an unknown value are problems", () => {
  const declared = [{ name: "priority", values: ["low", "high"] }, { name: "tag" }];
  const fields = ["status", "assignee", "created", "activity", "waiting", "attribute", "priority", "tag"];
  const problem = (field: string, ...values: string[]) => problemOf([{ field, is: "any", values } as Condition], fields, declared);
  expect(problem("color", "red")).toEqual({ index: 0, field: "color" });
  expect(problem("waiting", "1")).toEqual({ index: 0, field: "waiting" });
  expect(problem("priority", "low", "none", "huge")).toEqual({ index: 0, value: "huge" });
  expect(problem("status", "gone")).toEqual({ index: 0, value: "gone" });
  expect(problem("tag", "tag_1")).toBeUndefined();
  expect(problem("assignee", "acc_1", "none")).toBeUndefined();
});
