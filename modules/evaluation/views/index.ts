// Screens.
export { screens } from "./screens.ts";
