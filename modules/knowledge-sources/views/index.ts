// Dashboard views of knowledge sources: screens, and an action on replies.
export { slotRegistrations } from "./slots.ts";
export { addSource, filledPanel } from "./source-slots.ts";
export { VisibilityFields, type VisibilityValue } from "./visibility-fields.tsx";
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
