// The dashboard face of simulations.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
