// The dashboard face of evaluation.
export { ItemView } from "./item-view.tsx";
export { screens } from "./screens.ts";
export { auditSentences } from "./load-audit-sentences.ts";
export { comparedRuns, comparisonAction, evaluatedRun } from "./slots.ts";
export { configurationOf, ITEMS, REASONS, STATES } from "./words.ts";
