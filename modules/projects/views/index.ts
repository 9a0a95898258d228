// Projects in the dashboard: the list, and the settings of one.
export { screens } from "./screens.ts";
