// Screens of the assistant's report, and its parts of the inbox.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
