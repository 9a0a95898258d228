// Project screens: the list of projects, and the settings of one; and the sentences of the audit log.
export { setAuditSentences } from "./audit/load-sentences.ts";
export { type AuditAreas, choice, onOff } from "./audit/areas.ts";
export { type AuditSentences, onOrOff, sentencesOfChanges } from "./audit/sentences.ts";
export { appearanceParts, lookPreview } from "./slots.ts";
export { screens } from "./screens.ts";
export { StepsInInbox } from "./website/lazy-steps.ts";
