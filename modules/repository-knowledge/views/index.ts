// Knowledge from repositories in the dashboard: on the screens of knowledge sources.
export { slotRegistrations } from "./slots.ts";
/** What the audit log says; loaded with it. */
export const auditSentences = () => import("./audit-sentences.ts");
