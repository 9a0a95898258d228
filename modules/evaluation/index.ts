// Exports of evaluation for other modules: runs with their items and results, the hash of what they tried, and the money and models of what
// belongs to an evaluation.
export { readOf } from "./grading/grade.ts";
export { readItemsAmong, readResultsOf, readRun, type RunKey, type StoredItem } from "./queries.ts";
export { type Asked, askedBy, DEAD_AFTER, hashOf, MODEL_TIME, PURPOSE, SHARE, shareOf, usd } from "./rules.ts";
export { withQuestion } from "./results.ts";
