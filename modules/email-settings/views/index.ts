// The dashboard face of email settings.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
