// Exports of outcomes for modules that learn from them.
export { answerFoundBad, leftUnanswered } from "./events.ts";
export { isUnanswered } from "./outcome/outcome-of.ts";
export { isTouched, type KnownOutcome, readOutcome } from "./queries.ts";
