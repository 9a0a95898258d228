// Dashboard views of the assistant: the playground.
export { screens } from "./screens.ts";
