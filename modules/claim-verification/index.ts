// Exports of claim verification for other modules: passages, and the checks of a sentence and of its relevance.
export { checkClaim } from "./check-claim.ts";
export { checkRelevance, isIrrelevant, type Relevance, type Said } from "./check-relevance.ts";
export { passagesOf, type Source } from "./passages.ts";
