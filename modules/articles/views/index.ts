// The dashboard face of articles.
export { screens } from "./screens.ts";
export { articleAside } from "./article-aside.ts";
export const auditSentences = () => import("./audit-sentences.ts");
