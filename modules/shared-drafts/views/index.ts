export { slotRegistrations } from "./slots.ts";
