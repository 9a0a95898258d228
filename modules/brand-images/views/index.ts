// The dashboard face of brand images.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
export const auditSentences = () => import("./audit-sentences.ts");
// Tools with which other screens cut an image out and put words over it.
export { CropField } from "./crop-field.tsx";
export { type Crop, partOf, type Size, WHOLE } from "./drawing/crop.ts";
export { cutImage } from "./drawing/cut-image.ts";
export { directionOf, layoutTitle } from "./drawing/layout.ts";
