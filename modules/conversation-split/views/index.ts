// Splitting messages off in the inbox.
export { slotRegistrations } from "./slots.ts";
