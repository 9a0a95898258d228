// Dashboard views of a member's notification settings.
export { screens } from "./screens.ts";
