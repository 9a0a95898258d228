// The dashboard face of the business hours.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
