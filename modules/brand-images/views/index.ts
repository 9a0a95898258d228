// The dashboard face of brand images.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
