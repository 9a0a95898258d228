// Dashboard views of a member's notification settings.
export { notificationSection, slotRegistrations } from "./slots.ts";
export { screens } from "./screens.ts";
