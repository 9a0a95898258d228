// Priority in the dashboard: what it adds to the inbox.
export { fills } from "./fills.ts";
