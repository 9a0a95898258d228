// Stories of what people grade, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { AnswerToGrade, BlindGrading, BlindResults, Disagreement, ShownAnswer } from "../contract.ts";
import { itemOf, runOf } from "./grading.fixtures.ts";

const EVALUATION = `/projects/${PROJECT_ID}/assistant/evaluation`;
const GRADING = `${EVALUATION}/${fixtureId("evr", 1)}/grading`;
const shown: ShownAnswer = {
  ...{ outcome: "answered", text: "You can return a parcel within 30 days of delivery.", cites: ["Returning a parcel"] },
};
const failure = refusal(503, "unavailable", "The database could not be reached.");

// One function each, so that production builds can drop everything in it.
function declareAnswers(): readonly ScreenState[] {
  const path = `${GRADING}/answers`;
  const list = (verdicts: readonly ("passed" | "failed" | null)[]) =>
    answer({ answers: verdicts.map((verdict, at) => ({ questionId: fixtureId("qsq", at + 1), verdict })) });
  const one = (change: Partial<AnswerToGrade> = {}) =>
    answer({
      ...{ question: "How long do I have to return a parcel?", expected: "answer", facts: ["30 days"], forbidden: ["60 days"] },
      ...{ answer: shown, given: null, ...change },
    });
  const filled = { ...frame("operator"), listAnswersToGrade: list(["passed", null, null]), readAnswerToGrade: one() };
  return [
    { name: "to grade", path, answers: filled },
    {
      name: "given",
      path,
      answers: {
        ...filled,
        readAnswerToGrade: one({ given: { verdict: "passed", comment: "The time is right.", rule: "failed", judge: null } }),
      },
      act: "click:Previous",
    },
    {
      name: "handed over",
      path,
      answers: { ...filled, readAnswerToGrade: one({ answer: { outcome: "handed_over", text: "", cites: [] } }) },
    },
    { name: "all graded", path, answers: { ...filled, listAnswersToGrade: list(["passed", "failed"]) } },
    { name: "nothing to grade", path, answers: { ...filled, listAnswersToGrade: list([]) } },
    { name: "loading", path, answers: { ...frame(), listAnswersToGrade: "hang" } },
    { name: "error", path, answers: { ...filled, listAnswersToGrade: failure }, act: "see:Try again" },
    { name: "long text", path, answers: { ...filled, readAnswerToGrade: one({ answer: { ...shown, text: LONG.replaceAll(" ", "") } }) } },
  ];
}
export const answersStories = /* @__PURE__ */ (() => declareAnswers())();

function declareDisagreements(): readonly ScreenState[] {
  const path = `${GRADING}/disagreements`;
  const one = (place: number, change: Partial<Disagreement> = {}): Disagreement => ({
    item: itemOf(place, { state: "failed", faults: [{ fault: "fact", detail: "60 days" }] }),
    judge: "passed",
    people: [{ name: "رنا الخطيب", verdict: "passed", comment: "The fact is outdated." }],
    decision: null,
    ...change,
  });
  const decision = { verdict: "passed", comment: "The set has to change.", by: "Olga Owner", at: "2026-11-20T10:00:00.000Z" } as const;
  const filled = { ...frame(), listDisagreements: answer({ items: [one(1), one(2, { judge: null })], next: "next" }) };
  return [
    { name: "to decide", path, answers: filled },
    { name: "decided", path, answers: { ...filled, listDisagreements: answer({ items: [one(1, { decision })], next: null }) } },
    { name: "none", path, answers: { ...filled, listDisagreements: answer({ items: [], next: null }) } },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), listDisagreements: "hang" } },
    { name: "error", path, answers: { ...filled, listDisagreements: failure }, act: "see:Try again" },
  ];
}
export const disagreementsStories = /* @__PURE__ */ (() => declareDisagreements())();

function declareBlind(): readonly ScreenState[] {
  const path = `${EVALUATION}/blind/${fixtureId("evb", 1)}`;
  const grading = (change: Partial<BlindGrading> = {}): BlindGrading => ({
    ...{ id: fixtureId("evb", 1) as BlindGrading["id"], setName: "Returns and refunds", wanted: 3, given: 1, finished: false },
    ...{ startedBy: "Olga Owner", startedAt: "2026-11-20T10:00:00.000Z", ...change },
  });
  const read = (choices: readonly (string | null)[], change: Partial<BlindGrading> = {}) =>
    answer({
      grading: grading(change),
      pairs: choices.map((choice, at) => ({ questionId: fixtureId("qsq", at + 1), choice })),
    });
  const other: ShownAnswer = { outcome: "asked_back", text: "Which parcel is it?", cites: [] };
  const pair = (change: object = {}) =>
    answer({ question: "How long do I have to return a parcel?", answers: [shown, other], choice: null, comment: "", ...change });
  const results: BlindResults = {
    firstRunId: fixtureId("evr", 1) as BlindResults["firstRunId"],
    secondRunId: fixtureId("evr", 2) as BlindResults["secondRunId"],
    graders: [
      { name: "Mia Sol", finished: true, counts: { first: 1, second: 5, same: 2, bothBad: 0 } },
      { name: "رنا الخطيب", finished: false, counts: { first: 0, second: 2, same: 1, bothBad: 1 } },
    ],
    comments: [
      { name: "Mia Sol", question: "How long do I have to return a parcel?", choice: "second", comment: "It names the condition." },
    ],
  };
  const filled = {
    ...frame("operator"),
    readBlindGrading: read(["answer_1", null, null]),
    readBlindPair: pair(),
    readBlindResults: answer(results),
    readEvaluationRun: answer({ run: runOf(1), byTopic: [], byLocale: [], byExpected: [] }),
  };
  const done = { ...filled, readBlindGrading: read(["answer_1", "same", "both_bad"], { given: 3, finished: true }) };
  return [
    { name: "pair", path, answers: filled },
    {
      name: "chosen before",
      path,
      answers: { ...filled, readBlindPair: pair({ choice: "answer_1", comment: "Clearer." }) },
      act: "click:Previous",
    },
    { name: "end", path, answers: { ...filled, readBlindGrading: read(["answer_1", "same", "both_bad"], { given: 3 }) } },
    { name: "finish early", path, answers: filled, act: "click:Finish and see results" },
    { name: "results", path, answers: done },
    { name: "no choices", path, answers: { ...done, readBlindResults: answer({ ...results, graders: [], comments: [] }) } },
    { name: "loading", path, answers: { ...frame(), readBlindGrading: "hang" } },
    { name: "missing", path, answers: { ...filled, readBlindGrading: refusal(404, "not_found", "This grading doesn’t exist.") } },
    { name: "error", path, answers: { ...filled, readBlindPair: failure }, act: "see:Try again" },
    {
      name: "long text",
      path,
      answers: { ...filled, readBlindPair: pair({ answers: [{ ...shown, text: LONG.replaceAll(" ", "") }, shown] }) },
    },
  ];
}
export const blindStories = /* @__PURE__ */ (() => declareBlind())();
