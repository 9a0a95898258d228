// In a file of its own: an index with code of its own is in the first file of the dashboard, with all that it passes on.
export const auditSentences = () => import("./audit-sentences.ts");
