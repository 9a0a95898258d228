// The dashboard screens of imports.
export { screens } from "./screens.ts";
