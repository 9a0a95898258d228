// The dashboard face of API tokens: the screen, and the slot in which modules say how a token is used.
export const auditSentences = () => import("./audit-sentences.ts");
export { screens } from "./screens.ts";
export { tokenUse } from "./slots.ts";
