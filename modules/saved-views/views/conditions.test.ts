import { expect, test } from "vitest";
import type { Condition } from "#modules/conversations/contract";
import { conditionsOf, conditionsOfFixed, lineFor, linesOf } from "./conditions.ts";

const complete: Condition[] = [
  { field: "status", is: "any", values: ["open", "snoozed"] },
  { field: "priority", is: "none", values: ["none"] },
  { field: "attribute", key: "plan", is: "any", values: ["pro", "team"] },
  { field: "waiting", age: "over", minutes: 90 },
  { field: "created", age: "under", minutes: 2880 },
];

test("conditions come back from the builder as they were", () => {
  expect(conditionsOf(linesOf(complete))).toEqual(complete);
  expect(linesOf(complete).slice(3)).toMatchObject([
    { amount: "90", unit: 1 },
    { amount: "2", unit: 1440 },
  ]);
});

test("a day begins and ends in the viewer's own time, and both ends of a period are lines of their own", () => {
  const from = new Date(2026, 10, 1).toISOString();
  const until = new Date(new Date(2026, 10, 4).getTime() - 1).toISOString();
  const lines = linesOf([{ field: "created", from, until }]);
  expect(lines).toMatchObject([
    { how: "from", day: "2026-11-01" },
    { how: "until", day: "2026-11-03" },
  ]);
  expect(conditionsOf(lines)).toEqual([
    { field: "created", from, until: null },
    { field: "created", from: null, until },
  ]);
});

test("what is not filled in yet is no condition", () => {
  const empty = ["status", "attribute"].map(lineFor);
  const time = lineFor("created");
  expect(conditionsOf([...empty, { ...time, amount: "" } as typeof time, { ...time, how: "from" } as typeof time])).toEqual([]);
  expect(conditionsOf([{ kind: "attribute", key: " plan ", is: "any", values: " pro, ,team" }])).toEqual([
    { field: "attribute", key: "plan", is: "any", values: ["pro", "team"] },
  ]);
});

test("a filter begins with what the fixed view means", () => {
  const status = (value: string): Condition => ({ field: "status", is: "any", values: [value] });
  expect(conditionsOfFixed("all", "acc_me")).toEqual([status("open")]);
  expect(conditionsOfFixed("closed", "acc_me")).toEqual([status("closed")]);
  expect(conditionsOfFixed("mine", "acc_me")).toEqual([status("open"), { field: "assignee", is: "any", values: ["acc_me"] }]);
  expect(conditionsOfFixed("unassigned", "acc_me")).toEqual([status("open"), { field: "assignee", is: "any", values: ["none"] }]);
});
