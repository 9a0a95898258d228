// GitHub in the dashboard: the settings, and the issues next to a conversation.
export { CONNECTION_STAYS } from "./connection.ts";
export { issuesPanelAction } from "./panel-slot.ts";
export { codeHostingSection } from "./settings-slot.ts";
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
/** What the audit log says; loaded with it. */
export const auditSentences = () => import("./audit-sentences.ts");
