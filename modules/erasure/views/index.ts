// What erasure adds to the dashboard.
export { fills } from "./slots.ts";
