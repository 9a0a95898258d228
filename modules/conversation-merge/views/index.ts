// Merging conversations in the inbox.
export { slotRegistrations } from "./slots.ts";
