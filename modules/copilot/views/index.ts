// The dashboard face of the help for members: the composer's AI button, and the translation of messages.
export { slotRegistrations } from "./slots.ts";
