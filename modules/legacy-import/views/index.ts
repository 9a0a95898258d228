// The dashboard face of imports of older data: the screen of what waits for an owner.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
