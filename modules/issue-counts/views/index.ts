// Registers the setting of counts in the settings of code hosting.
export { slotRegistrations } from "./slots.ts";
/** What the audit log says; loaded with it. */
export const auditSentences = () => import("./audit-sentences.ts");
