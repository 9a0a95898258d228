// Exports of question sets for other modules: what a run of a set asks, and adding to it.
export { askedQuestions, type HeldSet, readQuestionsAmong, readSet } from "./queries.ts";
export { isArchived } from "./errors.ts";
export { sameQuestion } from "./rules.ts";
export { addTogether } from "./sets/change-questions.ts";
