// Formatting and emoji in the composer.
export { slotRegistrations } from "./slots.ts";
