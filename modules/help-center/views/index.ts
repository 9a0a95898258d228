// Help centers in the dashboard: its screens, and what it adds to a conversation.
export { fills } from "./fills.ts";
export { screens } from "./screens.ts";
