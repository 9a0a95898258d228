// Screens of outreach, its part of a lead's page, and the lead beside a conversation.
export { screens, slotRegistrations } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
