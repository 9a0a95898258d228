// The dashboard face of the image studio.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
