// What other modules use of promotion: the configuration in force, and the run whose promotion put one there.
export { type Present, presentOf, readPresent } from "./configuration.ts";
export { readPromotedRun } from "./queries.ts";
