// Settings pages of the inbox.
export { screens } from "./screens.ts";
