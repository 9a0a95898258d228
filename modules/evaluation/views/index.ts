// The dashboard face of evaluation.
export { screens } from "./screens.ts";
