// The dashboard face of models.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
export { formatUsd, providerName } from "./format.ts";
