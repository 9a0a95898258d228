import { expect, test } from "vitest";
import type { SetQuestionId } from "#kernel/ids/index.ts";
import { compare, isGuarded, isWorse, monthOf, nextDue } from "./rules.ts";

const at = (text: string): number => Date.parse(text);
const due = (schedule: "daily" | "weekly" | "off", hour: number, now: string, weekday = 1): string | null => {
  const found = nextDue({ schedule, weekday, hour, timeZone: "Europe/Berlin" }, at(now));
  return found === null ? null : new Date(found).toISOString();
};

test("a schedule keeps its local hour across changes of the clock", () => {
  // 29 March 2026: 2:00 becomes 3:00. 25 October 2026: 3:00 becomes 2:00.
  expect(due("daily", 4, "2026-03-28T12:00:00Z")).toBe("2026-03-29T02:00:00.000Z");
  expect(due("daily", 4, "2026-03-27T12:00:00Z")).toBe("2026-03-28T03:00:00.000Z");
  expect(due("weekly", 4, "2026-03-23T12:00:00Z")).toBe("2026-03-30T02:00:00.000Z");
  // The hour that the clock skips is due just after the change, once.
  expect(due("daily", 2, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(due("daily", 2, "2026-03-29T01:00:00Z")).toBe("2026-03-30T00:00:00.000Z");
  // The hour that it shows twice is due the first time alone.
  expect(due("daily", 2, "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:00:00.000Z");
  expect(due("daily", 2, "2026-10-25T00:00:00Z")).toBe("2026-10-26T01:00:00.000Z");
});

test("weekly and daily schedules are due strictly later; off is never", () => {
  expect(due("weekly", 3, "2026-11-23T01:59:59Z")).toBe("2026-11-23T02:00:00.000Z");
  expect(due("weekly", 3, "2026-11-23T02:00:00Z")).toBe("2026-11-30T02:00:00.000Z");
  expect(due("weekly", 0, "2026-11-22T22:59:59Z")).toBe("2026-11-22T23:00:00.000Z");
  expect(due("weekly", 3, "2026-11-23T02:00:00Z", 7)).toBe("2026-11-29T02:00:00.000Z");
  expect(due("off", 3, "2026-11-23T02:00:00Z")).toBeNull();
  expect(monthOf("Europe/Berlin", at("2026-11-30T23:00:00Z"))).toBe("2026-12");
  expect(monthOf("America/New_York", at("2026-12-01T04:00:00Z"))).toBe("2026-11");
});

const results = (passed: readonly boolean[]) => new Map(passed.map((one, n) => [`qsq_${n}` as SetQuestionId, one]));
const none = new Set<string>();
test("a run is worse by its interval, or by one guarded question", () => {
  const before = results(Array.from({ length: 40 }, () => true));
  const one = compare(before, results(Array.from({ length: 40 }, (_, n) => n > 0)));
  expect([one.compared, one.worse, one.better, isWorse(one, none)]).toEqual([40, ["qsq_0"], 0, false]);
  expect(isWorse(one, new Set(["qsq_0"]))).toBe(true);
  expect(isWorse(one, new Set(["qsq_1"]))).toBe(false);
  const many = compare(before, results(Array.from({ length: 40 }, (_, n) => n > 9)));
  expect([many.worse.length, isWorse(many, none)]).toEqual([10, true]);
  const apart = compare(before, new Map([["qsq_new" as SetQuestionId, false]]));
  expect([apart.compared, apart.shares, isWorse(apart, none)]).toEqual([0, undefined, false]);
  expect(isGuarded({ forbidden: [], outcome: "answer" })).toBe(false);
  expect(isGuarded({ forbidden: ["never"], outcome: "answer" })).toBe(true);
  expect(isGuarded({ forbidden: [], outcome: "hand_over" })).toBe(true);
});
