// The dashboard face of research: its panel on a lead's page, and the settings page of the criteria.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
