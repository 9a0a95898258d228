// The dashboard face of brand images.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
export type { Crop, Size } from "./drawing/crop.ts";
/** Tools with which other screens cut an image out and put words over it. Loaded when they are needed. */
export const imageTools = () => import("./image-tools.ts");
