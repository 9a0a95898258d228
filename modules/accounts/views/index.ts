// The signed-in person's own pages.
export { screens } from "./screens.ts";
