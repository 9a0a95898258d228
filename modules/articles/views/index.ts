// The dashboard face of articles.
export { screens } from "./screens.ts";
