// Dashboard views of knowledge sources: screens, and an action on replies.
export { slotRegistrations } from "./slots.ts";
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
