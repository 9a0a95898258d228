// The dashboard face of the website preview.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
