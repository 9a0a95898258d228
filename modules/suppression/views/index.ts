// Screens of suppressed addresses and of the sender's identity.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
