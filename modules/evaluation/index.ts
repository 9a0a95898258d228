// Exports of evaluation for other modules: what models may cost in it, and its built-in model.
export { budgetTooLarge, budgetTooSmall, hasChanged, isUnderWay } from "./errors.ts";
export { says } from "./grading/grade.ts";
export { type Asked, askedBy, choiceIn, DEAD_AFTER, MODEL_TIME, PURPOSE, SHARE, shareOf, syntheticDraft } from "./rules.ts";
