// The dashboard face of automatic assignment.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
