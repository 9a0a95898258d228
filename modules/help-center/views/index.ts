// The help center in the dashboard: its settings, and what it adds to the composer.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
