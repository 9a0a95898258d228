// The search over conversations in the dashboard.
export { searchFilterChoices } from "./filter-slot.ts";
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
