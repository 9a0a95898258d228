// The dashboard face of question sets.
export { screens } from "./screens.ts";
export { EXPECTED_WORDS } from "./words.ts";
export { auditSentences } from "./load-audit-sentences.ts";
