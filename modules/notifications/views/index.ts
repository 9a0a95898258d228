// A member's own notification settings.
export { screens } from "./screens.ts";
