// The face of response-time targets: what other modules may add.
export { type NearTarget, targetNear } from "./extension.ts";
