// What mail adds to conversations and contacts.
export { fills } from "./slots.ts";
