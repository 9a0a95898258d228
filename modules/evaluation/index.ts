// Exports of evaluation for other modules: runs with their items, and the money and models of what belongs to an evaluation.
export { readOf } from "./grading/grade.ts";
export { readItemsAmong, readRun, type RunKey, type StoredItem } from "./queries.ts";
export { type Asked, askedBy, DEAD_AFTER, MODEL_TIME, PURPOSE, SHARE, shareOf, usd } from "./rules.ts";
export { withQuestion } from "./results.ts";
