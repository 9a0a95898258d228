// Dashboard views of insights: the screen, and the help center context of a conversation.
export { screens } from "./screens.ts";
export { slotRegistrations } from "./slots.ts";
