// Exports of models for other modules: prices, spending, and what a project lacks to use a model.
export { chosenModel, modelAmong, modelObstacle, mustBeConfigured } from "./calls/chosen-model.ts";
export { beginCall, callModel, ceilingCounters, type ModelAnswer, type ModelRun, runModel, TOKENS_OF_IMAGE } from "./calls/run-model.ts";
export { beginImage, callForImage, imageEstimate, type ImageRun, makesImages } from "./calls/run-image.ts";
export { aiUnavailable, missingVariables, ModelError } from "./errors.ts";
export { contextOf, costOf, guessTokens } from "./prices/price-of.ts";
export { IMAGE_QUALITIES, type ImageQuality } from "./prices/image-price.ts";
export { seesImages } from "./abilities.ts";
export {
  chosenText,
  isBelowShare,
  isBelowSpending,
  readChosen,
  readTests,
  type ModelTest,
  readSpending,
  type Usage,
  writeChosen,
  writeUsage,
} from "./queries.ts";
export { dayOf, micros, nextDay } from "./rules.ts";
export type { ModelChoice } from "./contract/providers.ts";
export { aiConfig, ceilingsOf } from "./variables.ts";
