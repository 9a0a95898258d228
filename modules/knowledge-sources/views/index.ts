// What knowledge sources add to the dashboard: screens, and an action on answers.
export { slotRegistrations } from "./slots.ts";
export { screens } from "./screens.ts";
