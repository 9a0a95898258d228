// Exports of outcomes for modules that learn from them.
export { answerFoundBad } from "./events.ts";
export { isTouched, type KnownOutcome, readOutcome } from "./queries.ts";
