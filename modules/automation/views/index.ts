// Automation rules in the dashboard: their settings page, and the log.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
