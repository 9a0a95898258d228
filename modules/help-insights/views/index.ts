// Insights in the dashboard: the screen, and what a conversation shows of the help center.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
