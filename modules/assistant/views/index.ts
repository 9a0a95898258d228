// Dashboard views of the assistant: its settings, the playground, traces, and its parts of the inbox.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
