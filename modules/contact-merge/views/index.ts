// Merging contacts, on the contact's page and next to a conversation.
export { slotRegistrations } from "./slots.ts";
