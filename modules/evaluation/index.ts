// Exports of evaluation for other modules: runs, their results, and the hash of what they tried.
export { readResultsOf, readRun } from "./queries.ts";
export { hashOf } from "./rules.ts";
