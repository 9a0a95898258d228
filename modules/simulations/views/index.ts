// The dashboard face of simulations.
export { screens } from "./screens.ts";
