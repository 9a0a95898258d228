// Saved views in the dashboard: what they add to the inbox.
export { slotRegistrations } from "./slots.ts";
export { ConditionBuilder } from "./condition-builder.tsx";
export { conditionsOf, type Line, linesOf } from "./conditions.ts";
export { useFields } from "./fields.tsx";
export { inWords } from "./in-words.ts";
export { auditSentences } from "./load-audit-sentences.ts";
