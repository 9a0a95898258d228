// Imports in the dashboard.
export { screens } from "./screens.ts";
