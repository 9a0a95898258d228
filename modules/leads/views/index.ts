// Screens of leads, and the action on a contact's page.
export { screens, slotRegistrations } from "./screens.ts";
