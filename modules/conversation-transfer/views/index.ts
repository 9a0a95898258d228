// Moving a conversation to another contact, in the inbox.
export { slotRegistrations } from "./slots.ts";
