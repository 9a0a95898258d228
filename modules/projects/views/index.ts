// Project screens: the list of projects, and the settings of one; and the sentences of the audit log.
export { type AuditSentences, onOrOff, sentencesOfChanges, setAuditSentences } from "./audit/sentences.ts";
export { screens } from "./screens.ts";
