// The dashboard face of erasure.
export { slotRegistrations } from "./slots.ts";
