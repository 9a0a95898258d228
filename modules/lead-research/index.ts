// The server face of research: the model of the installation for leads, and what is known of one.
export { modelOrObstacle, mustHaveModel } from "./research-model.ts";
export { type Known, readKnown } from "./read-known.ts";
