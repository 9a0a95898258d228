// Loads the sentences of the audit log. Not in index.ts: with code of its own, that would bring what it passes on into the first load.
export const auditSentences = () => import("./audit-sentences.ts");
