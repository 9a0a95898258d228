// The dashboard face of regression runs.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
