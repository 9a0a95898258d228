// The dashboard face of profiles: their settings page, and the panel next to a contact.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
