// The dashboard face of models.
export { screens } from "./screens.ts";
export const auditSentences = () => import("./audit-sentences.ts");
export { formatCount, formatUsd, formatUtcDay, providerName } from "./format.ts";
