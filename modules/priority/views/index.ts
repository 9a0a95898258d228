// Registers priority in the inbox.
export { slotRegistrations } from "./slots.ts";
