// What mail adds to conversations and contacts.
export { slotRegistrations } from "./slots.ts";
