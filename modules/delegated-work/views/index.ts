// Registers delegated work in the dashboard.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
