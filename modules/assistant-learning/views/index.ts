// Screens of proposals.
export { screens } from "./screens.ts";
