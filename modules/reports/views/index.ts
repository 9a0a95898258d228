// The dashboard face of the reports.
export { screens } from "./screens.ts";
