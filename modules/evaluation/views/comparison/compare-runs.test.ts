import { expect, test } from "vitest";
import type { EvaluationItem } from "../../contract.ts";
import { compareRuns } from "./compare-runs.ts";

const item = (id: string, state: EvaluationItem["state"], topic = "", locale = "en"): EvaluationItem => ({
  place: 1,
  question: {
    ...{ id: id as EvaluationItem["question"]["id"], question: id, topic, locale, channel: "widget", asker: "everybody" },
    ...{ outcome: "answer", facts: [], forbidden: [], sources: [], origin: "hand", conversationId: null, erased: false },
  },
  ...{ state, outcome: null, reason: null, faults: [], transcript: null, costUsd: 0.25, took: 1000 },
});

test("only questions with a result in both runs count; what got worse and better is told apart", () => {
  const before = [item("a", "passed"), item("b", "failed"), item("c", "passed"), item("d", "needs_review"), item("e", "passed")];
  const after = [item("a", "failed"), item("b", "passed"), item("c", "passed"), item("d", "passed"), item("f", "passed")];
  const found = compareRuns(before, after);
  expect(found.worse.map(({ after: { question } }) => question.id)).toEqual(["a"]);
  expect(found.better.map(({ after: { question } }) => question.id)).toEqual(["b"]);
  expect([found.same, found.left]).toEqual([1, 3]);
  expect([found.all?.asked, found.all?.passedBefore, found.all?.passedAfter, found.all?.difference]).toEqual([3, 2, 2, 0]);
  expect([found.before, found.after]).toEqual([
    { costUsd: 0.75, took: 3000 },
    { costUsd: 0.75, took: 3000 },
  ]);
  expect(found.chance).toBe(1);
});

test("groups are listed with the worst first, and only where there are several", () => {
  const before = [item("a", "passed", "Returns"), item("b", "failed", "Prices"), item("c", "passed", "Returns")];
  const after = [item("a", "failed", "Returns"), item("b", "passed", "Prices"), item("c", "passed", "Returns")];
  const found = compareRuns(before, after);
  expect(found.byTopic.map(({ value, difference }) => [value, difference])).toEqual([
    ["Returns", -0.5],
    ["Prices", 1],
  ]);
  expect(found.byLocale).toEqual([]);
});

test("runs without a question in common have no difference", () => {
  const found = compareRuns([item("a", "passed")], [item("b", "passed")]);
  expect([found.all, found.worse, found.better, found.same, found.left]).toEqual([undefined, [], [], 0, 2]);
  expect(compareRuns([], []).left).toBe(0);
});
