// Saved views in the dashboard: what they add to the inbox.
export { slotRegistrations } from "./slots.ts";
