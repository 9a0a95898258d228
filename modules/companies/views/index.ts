// The dashboard face of companies.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
