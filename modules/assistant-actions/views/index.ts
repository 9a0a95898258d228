// The dashboard face of the assistant's actions.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
