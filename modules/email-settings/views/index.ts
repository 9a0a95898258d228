// The dashboard face of email settings.
export { screens } from "./screens.ts";
