// Registers spam in the inbox.
export { slotRegistrations } from "./slots.ts";
