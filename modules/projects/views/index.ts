// Project screens: the list of projects, and the settings of one.
export { screens } from "./screens.ts";
