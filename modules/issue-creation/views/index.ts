// Registers creating issues in the inbox and in the panel of linked issues.
export { slotRegistrations } from "./slots.ts";
