import { days, hours, minutes } from "#kernel/clock/index.ts";
import { expect, test } from "vitest";
import { CHANGEABLE, type Happening, outcomeOf, QUIET } from "./outcome-of.ts";

const T = Date.parse("2026-11-02T09:00:00Z");
const answer = (at: number, messageId = "a1"): Happening => ({ at: T + at, kind: "assistant", said: "answer", messageId });
const other = (at: number): Happening => ({ at: T + at, kind: "assistant", said: "other", messageId: "o1" });
const asks = (at: number): Happening => ({ at: T + at, kind: "customer", confirms: false });
const thanks = (at: number): Happening => ({ at: T + at, kind: "customer", confirms: true });
const people = (at: number, reason = "answered"): Happening => ({ at: T + at, kind: "people", reason });
const closed = (at: number): Happening => ({ at: T + at, kind: "closed" });
const rated = (at: number, up: boolean, messageId = "a1"): Happening => ({ at: T + at, kind: "rated", up, messageId });
const flagged = (at: number): Happening => ({ at: T + at, kind: "flagged" });
const after = (now: number, ...happenings: Happening[]) => outcomeOf(happenings, T, T + now, undefined);
const m = minutes;

test.each<[string, string, number, Happening[]]>([
  ["an answer, and a day is not over", "open", QUIET, [answer(m(1))]],
  ["an answer, and nothing for a day", "assumed", m(1) + QUIET, [answer(m(1))]],
  ["an answer, and it was closed", "assumed", m(3), [answer(m(1)), closed(m(2))]],
  ["thanks for an answer", "confirmed", m(3), [answer(m(1)), thanks(m(2))]],
  ["a thumb up for the last answer", "confirmed", m(3), [answer(m(1)), rated(m(2), true)]],
  ["a thumb up for an earlier answer", "open", m(9), [answer(m(1)), asks(m(2)), answer(m(3), "a2"), rated(m(4), true)]],
  ["thanks, and then another question that nobody answers yet", "open", m(9), [answer(m(1)), thanks(m(2)), asks(m(3))]],
  ["thanks for a question back", "open", m(3), [other(m(1)), thanks(m(2))]],
  ["a question back without an answer", "abandoned", days(2), [other(m(1))]],
  ["nothing was answered", "abandoned", days(2), []],
  ["another question that nobody answered", "abandoned", days(3), [answer(m(1)), asks(m(2))]],
  ["people had to answer", "escalated", m(3), [other(m(1)), people(m(1), "nothing_fits")]],
  ["a person answered after the assistant", "escalated", m(9), [answer(m(1)), thanks(m(2)), people(m(3))]],
  ["a person answered two days later", "escalated", days(3), [answer(m(1)), people(days(2))]],
  ["a thumb down", "negative", m(9), [answer(m(1)), rated(m(2), false)]],
  ["a flag weighs more than thanks and people", "negative", m(9), [answer(m(1)), thanks(m(2)), people(m(3)), flagged(m(4))]],
  ["the customer came back after a day", "reopened", days(3), [answer(m(1)), asks(m(1) + QUIET)]],
  [
    "the customer came back after it was closed, and was thankful then",
    "reopened",
    days(3),
    [answer(m(1)), closed(m(2)), asks(m(3)), answer(m(4)), thanks(m(5))],
  ],
  ["the customer came back, and people answered", "escalated", days(3), [answer(m(1)), closed(m(2)), asks(m(3)), people(m(4), "model")]],
  ["who comes back with thanks reopens nothing", "confirmed", days(3), [answer(m(1)), thanks(days(2))]],
  ["who comes back after an unanswered question reopens nothing", "open", days(2), [asks(m(1)), asks(m(2) + QUIET)]],
])("%s: %s", (_, outcome, now, happenings) => {
  expect(after(now, ...happenings).outcome).toBe(outcome);
});

test("an outcome can change for 72 hours after its end, and not after them", () => {
  const end = m(1) + QUIET;
  expect(after(end + CHANGEABLE - 1, answer(m(1)))).toEqual({ outcome: "assumed", reason: null, dueAt: T + end + CHANGEABLE });
  expect(after(end + CHANGEABLE, answer(m(1)))).toEqual({ outcome: "assumed", reason: null, dueAt: null });
  for (const late of [asks, people, flagged]) {
    expect(after(days(9), answer(m(1)), late(end + CHANGEABLE)).outcome).toBe("assumed");
    expect(after(days(9), answer(m(1)), late(end + CHANGEABLE - 1)).outcome).not.toBe("assumed");
  }
});

test("before its end it is looked at when a day without a word is over", () => {
  expect(after(hours(1), answer(m(1)), thanks(m(2))).dueAt).toBe(T + m(2) + QUIET);
});

test("the first reason counts, also if its event is too long ago to be read", () => {
  expect(after(m(9), people(m(1), "check"), people(m(2)))).toMatchObject({ outcome: "escalated", reason: "check" });
  expect(outcomeOf([answer(m(1))], T, T + m(5), "check")).toMatchObject({ outcome: "escalated", reason: "check" });
});
