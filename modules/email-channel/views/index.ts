// The dashboard face of the email channel.
export { slotRegistrations } from "./slots.ts";
