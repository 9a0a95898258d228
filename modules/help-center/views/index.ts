// Registers the help center's settings screen, and inserting articles in the composer.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
