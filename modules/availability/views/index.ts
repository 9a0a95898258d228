// Registers availability in the sidebar, the settings, and beside the names of members.
export { slotRegistrations } from "./slots.ts";
