// Notes on contacts, in the details of a contact.
export { slotRegistrations } from "./slots.ts";
