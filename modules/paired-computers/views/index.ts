// The dashboard face of paired computers: the settings page, the page on which a computer is paired, and the audit log's sentences.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
