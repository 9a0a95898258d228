// Actions on many conversations in the dashboard: what they add to the inbox, and the slot of further ones.
export { slotRegistrations } from "./slots.ts";
export { bulkControl } from "./slot.ts";
