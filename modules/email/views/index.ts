// Email in the dashboard: its pages in the settings, and what it adds to a conversation.
export { fills } from "../../email-channel/views/slots.ts";
export { screens } from "../../email-settings/views/screens.ts";
