// The dashboard face of promotion: what is rolled out, and the button below a comparison.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
