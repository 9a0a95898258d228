// The dashboard screens of imports.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
