// What erasure adds to the dashboard.
export { slotRegistrations } from "./slots.ts";
