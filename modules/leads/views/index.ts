// Screens of leads, the action on a contact's page, and the slot of a lead's page.
export { leadPanels } from "./slots.ts";
export { STAGE_LABELS as LEAD_STAGE_LABELS } from "./stages.ts";
export { screens, slotRegistrations } from "./screens.ts";
export { auditSentences } from "./load-audit-sentences.ts";
