// The pages of email in the settings.
export { screens } from "./screens.ts";
