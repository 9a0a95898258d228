// The dashboard face of evaluation.
export { screens } from "./screens.ts";
export { comparisonAction } from "./slots.ts";
