// Priority in the dashboard: what it adds to the inbox.
export { slotRegistrations } from "./slots.ts";
