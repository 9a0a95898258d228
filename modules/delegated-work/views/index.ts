// Registers delegated work in the inbox.
export { slotRegistrations } from "./slots.ts";
