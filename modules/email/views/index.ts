// Email in the dashboard: its pages in the settings, and what it adds to a conversation.
export { fills } from "./fills.ts";
export { screens } from "./screens.ts";
