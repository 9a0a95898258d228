// Exports of question sets for other modules: what a run of a set asks.
export { askedQuestions, type HeldSet, readQuestionsAmong, readSet } from "./queries.ts";
