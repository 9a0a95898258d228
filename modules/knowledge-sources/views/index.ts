// The screens of knowledge, and what it adds to a conversation.
export { fills } from "./slots.ts";
export { screens } from "./screens.ts";
