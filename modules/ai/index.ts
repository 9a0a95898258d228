// Exports of models for other modules: prices, spending, and what a project lacks to use a model.
export { costOf, guessTokens } from "./prices/price-of.ts";
export { readSpending, type Usage, writeUsage } from "./queries.ts";
export { dayOf, micros, nextDay } from "./rules.ts";
export { modelObstacle } from "./calls/chosen-model.ts";
export { aiConfig, ceilingsOf } from "./variables.ts";
