// The dashboard face of webhooks.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
