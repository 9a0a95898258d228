// Registers delegated work in the dashboard.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
