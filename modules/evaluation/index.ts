// Exports of evaluation for other modules: runs with their items and results, the hash of what they tried, what models may cost in it, and
// its built-in model.
export { budgetTooLarge, budgetTooSmall, hasChanged, isUnderWay, onlyOwners } from "./errors.ts";
export { readOf, says } from "./grading/grade.ts";
export { type CallUnderWay, commitPaid, isStillMade } from "./paid-calls.ts";
export { readAskedCount, readItemsAmong, readResultsOf, readRun, runExists, type RunKey, type StoredItem, writeEnded } from "./queries.ts";
export { type Planned, type PreparedRun, prepareRun } from "./runs/prepare-run.ts";
export { type Asked, askedBy, choiceIn, DEAD_AFTER, hashOf, MODEL_TIME, PURPOSE, SHARE, shareOf, syntheticDraft, usd } from "./rules.ts";
export { withQuestion } from "./results.ts";
