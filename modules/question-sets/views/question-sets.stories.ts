// Stories of question sets, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { QuestionSet, SetQuestion } from "../contract.ts";

// One function each, so that production builds can drop everything in it.
const setOf = (n: number, change: Partial<QuestionSet> = {}): QuestionSet => ({
  ...{ id: fixtureId("qst", n) as QuestionSet["id"], name: "Returns and refunds", version: 4, questions: 12, createdBy: "Olga Owner" },
  ...{ updatedAt: "2026-11-20T10:00:00.000Z", ...change },
});
function declareSets(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/question-sets`;
  const sets = [setOf(1), setOf(2, { name: "إرجاع الطرود", questions: 1, version: 1 })];
  const listed = (items: readonly QuestionSet[], useConversations = false, next: string | null = null) =>
    answer({ items, next, useConversations });
  const filled = { ...frame(), listQuestionSets: listed(sets) };
  return [
    { name: "sets", path, answers: filled },
    { name: "conversations allowed", path, answers: { ...filled, listQuestionSets: listed(sets, true, "next") } },
    { name: "admin", path, answers: { ...filled, ...frame("admin") } },
    { name: "empty", path, answers: { ...filled, listQuestionSets: listed([]) } },
    { name: "empty for operators", path, answers: { ...filled, ...frame("operator"), listQuestionSets: listed([]) } },
    { name: "loading", path, answers: { ...frame(), listQuestionSets: "hang" } },
    {
      name: "error",
      path,
      answers: { ...frame(), listQuestionSets: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
    { name: "long text", path, answers: { ...filled, listQuestionSets: listed([setOf(3, { name: LONG.slice(0, 100) })]) } },
  ];
}
export const setsStories = /* @__PURE__ */ (() => declareSets())();

function declareSet(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/question-sets/${fixtureId("qst", 1)}`;
  const question = (n: number, change: Partial<SetQuestion> = {}): SetQuestion => ({
    ...{ id: fixtureId("qsq", n) as SetQuestion["id"], question: "How long do I have to return a parcel?", topic: "Returns", locale: "en" },
    ...{ channel: "widget", asker: "everybody", outcome: "answer", facts: ["30 days"], forbidden: ["60 days"] },
    ...{ sources: ["Returning a parcel"], origin: "hand", conversationId: null, erased: false, ...change },
  });
  const questions = [
    question(1),
    question(2, { question: "I want to talk to a person", outcome: "hand_over", facts: [], forbidden: [], sources: [], topic: "" }),
    question(3, { question: "", erased: true, topic: "", facts: [], forbidden: [], sources: [], origin: "conversation" }),
  ];
  const gap = {
    ...{ id: fixtureId("gap", 1), question: "Do you deliver to Norway?", shared: "Do you deliver to Norway?", locale: "en", questions: 7 },
    ...{ lastAt: "2026-11-20T10:00:00.000Z", state: "open", article: null, found: null, maybe: null, examples: [] },
  };
  const filled = {
    ...frame(),
    readQuestionSet: answer({ set: setOf(1), archived: false }),
    listSetQuestions: answer({ items: questions, next: null }),
    listQuestionSets: answer({ items: [setOf(1)], next: null, useConversations: true }),
    listGaps: answer({ items: [gap], next: null }),
  };
  return [
    { name: "questions", path, answers: filled },
    { name: "edit", path, answers: filled, act: "click:Edit “How long do I have to return a parcel?”" },
    { name: "archive", path, answers: filled, act: "click:Archive" },
    {
      name: "refused",
      path,
      answers: { ...filled, saveSetQuestion: refusal(409, "conflict", "A set has at most 500 questions.") },
      act: "fill:Question=How long?;click:Add question",
    },
    {
      name: "import with problems",
      path,
      answers: {
        ...filled,
        importSetQuestions: answer({ imported: 0, problems: [{ line: 3, message: "The question is missing." }] }),
      },
      act: "fill:CSV or JSON lines=question\nx;click:Import",
    },
    {
      name: "empty",
      path,
      answers: {
        ...filled,
        readQuestionSet: answer({ set: setOf(1, { version: 0, questions: 0 }), archived: false }),
        listSetQuestions: answer({ items: [], next: null }),
        listQuestionSets: answer({ items: [setOf(1)], next: null, useConversations: false }),
        listGaps: answer({ items: [], next: null }),
      },
    },
    { name: "archived", path, answers: { ...filled, readQuestionSet: answer({ set: setOf(1), archived: true }) } },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readQuestionSet: "hang", listSetQuestions: "hang" } },
    { name: "missing", path, answers: { ...frame(), readQuestionSet: refusal(404, "not_found", "This set doesn’t exist.") } },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listSetQuestions: answer({
          items: [question(4, { question: LONG.replaceAll(" ", ""), facts: [LONG], topic: LONG.slice(0, 60) })],
          next: null,
        }),
      },
    },
  ];
}
export const setStories = /* @__PURE__ */ (() => declareSet())();
