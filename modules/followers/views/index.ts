// Registers following in the inbox and in the notifications.
export { slotRegistrations } from "./slots.ts";
