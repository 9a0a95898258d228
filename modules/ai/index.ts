// Exports of models for other modules: prices, spending, and what a project lacks to use a model.
export { chosenModel, modelAmong, modelObstacle } from "./calls/chosen-model.ts";
export { beginCall, callModel, ceilingCounters, type ModelAnswer, type ModelRun, runModel } from "./calls/run-model.ts";
export { aiUnavailable, ModelError } from "./errors.ts";
export { costOf, guessTokens } from "./prices/price-of.ts";
export { isBelowSpending, readChosen, readSpending, type Usage, writeUsage } from "./queries.ts";
export { dayOf, micros, nextDay } from "./rules.ts";
export type { ModelChoice } from "./contract/providers.ts";
export { aiConfig, ceilingsOf } from "./variables.ts";
